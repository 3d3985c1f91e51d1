import { passOn } from "./emulator.ts";

/** What the consent page asks for beyond identity, with a checkbox each. */
interface ConsentQuestion {
	title: string;
	action: string;
	/** Hidden fields returned with the answer. */
	fields: Record<string, string>;
	scopes: string[];
	/** All or nothing: no checkboxes. */
	isAllOrNothing?: true;
}

/** The consent page. Buttons: Continue, Cancel. */
function consentPage(question: ConsentQuestion): Response {
	const hidden = Object.entries(question.fields).map(
		([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	);
	const boxes = question.scopes.map((scope) =>
		question.isAllOrNothing
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

/** The result of the account chooser. */
export interface Chosen {
	reply: Response;
	form: URLSearchParams;
	/** The granted scopes. */
	scopes: string[];
	/** Null: no answer yet, or denied. */
	code: string | null;
}

/**
 * Handles the account chooser's form: asks for consent beyond identity, and has the emulator issue a code.
 * @param target the emulator
 */
export async function chooseAt(
	target: string,
	request: Request,
	url: URL,
	question: { title: string; isIdentity(scope: string): boolean; isAllOrNothing?: true },
): Promise<Chosen> {
	const { title, isIdentity, isAllOrNothing } = question;
	const form = new URLSearchParams(await request.text());
	const requested = (form.get("scope") ?? "").split(" ").filter(Boolean);
	const beyond = requested.filter((scope) => !isIdentity(scope));
	const without = (reply: Response): Chosen => ({ reply, form, scopes: [], code: null });
	if (form.get("answer") === "deny")
		return without(redirectWithError(form.get("redirect_uri") ?? "", form.get("state") ?? "", "access_denied"));
	if (beyond.length > 0 && form.get("answer") !== "allow") {
		const page = { title, action: url.pathname, fields: Object.fromEntries(form), scopes: beyond };
		return without(consentPage({ ...page, ...(isAllOrNothing && { isAllOrNothing }) }));
	}
	const allowed = form.getAll("allowed");
	const scopes = isAllOrNothing ? requested : requested.filter((scope) => isIdentity(scope) || allowed.includes(scope));
	form.set("scope", scopes.join(" "));
	const reply = await passOn(request, url, target, form.toString());
	const code = new URL(reply.headers.get("location") ?? "about:blank").searchParams.get("code");
	return { reply, form, scopes, code };
}

/** Redirects back with an error (RFC 6749 §4.1.2.1). */
function redirectWithError(redirectUri: string, state: string, error: string): Response {
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
