import { passOn } from "./emulator.ts";

/** What a person is asked for, beyond who they are, with a box to tick for each. */
interface ConsentQuestion {
	title: string;
	action: string;
	/** Passed on with the answer. */
	fields: Record<string, string>;
	scopes: string[];
	/** All or nothing: there is nothing to tick. */
	isWhole?: true;
}

/** The page on which a person allows or refuses. Buttons: Continue, Cancel. */
function consentPage(question: ConsentQuestion): Response {
	const hidden = Object.entries(question.fields).map(
		([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	);
	const boxes = question.scopes.map((scope) =>
		question.isWhole
			? `<p>${escaped(scope)}</p>`
			: `<p><label><input type="checkbox" name="allowed" value="${escaped(scope)}" checked> ${escaped(scope)}</label></p>`,
	);
	const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(question.title)}</title>
<h1>${escaped(question.title)}</h1>
<form method="post" action="${escaped(question.action)}">
${[...hidden, ...boxes].join("\n")}
<button name="answer" value="allow">Continue</button>
<button name="answer" value="deny">Cancel</button>
</form></html>`;
	return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** What became of the page of accounts. */
export interface Chosen {
	reply: Response;
	form: URLSearchParams;
	/** Of those asked for, the ones that were allowed. */
	scopes: string[];
	/** Null: the person has not answered yet, or refused. */
	code: string | null;
}

/**
 * The form of the page of accounts: asks for what goes beyond who somebody is, and has the emulator make a code of the
 * answer.
 * @param target the emulator
 */
export async function chooseAt(
	target: string,
	request: Request,
	url: URL,
	question: { title: string; isIdentity(scope: string): boolean; isWhole?: true },
): Promise<Chosen> {
	const { title, isIdentity, isWhole } = question;
	const form = new URLSearchParams(await request.text());
	const asked = (form.get("scope") ?? "").split(" ").filter(Boolean);
	const beyond = asked.filter((scope) => !isIdentity(scope));
	const without = (reply: Response): Chosen => ({ reply, form, scopes: [], code: null });
	if (form.get("answer") === "deny")
		return without(sendBack(form.get("redirect_uri") ?? "", form.get("state") ?? "", "access_denied"));
	if (beyond.length > 0 && form.get("answer") !== "allow") {
		const page = { title, action: url.pathname, fields: Object.fromEntries(form), scopes: beyond };
		return without(consentPage({ ...page, ...(isWhole && { isWhole }) }));
	}
	const allowed = form.getAll("allowed");
	const scopes = isWhole ? asked : asked.filter((scope) => isIdentity(scope) || allowed.includes(scope));
	form.set("scope", scopes.join(" "));
	const reply = await passOn(request, url, target, form.toString());
	const code = new URL(reply.headers.get("location") ?? "about:blank").searchParams.get("code");
	return { reply, form, scopes, code };
}

/** Sends the browser back with RFC 6749 §4.1.2.1's error. */
function sendBack(redirectUri: string, state: string, error: string): Response {
	const back = new URL(redirectUri);
	back.searchParams.set("error", error);
	if (state !== "") back.searchParams.set("state", state);
	return new Response(null, { status: 302, headers: { location: back.href } });
}

/** Adds hidden fields to the forms of a page. */
export async function withFields(page: Response, fields: Record<string, string>): Promise<Response> {
	const more = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	);
	const html = (await page.text()).replace(/<form [^>]*>/g, (form) => form + more.join(""));
	return new Response(html, { status: page.status, headers: page.headers });
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
