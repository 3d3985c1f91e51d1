import { decodeHTML } from "entities";

export interface ConsentAnswer {
	/** Cancel instead of Continue. */
	deny?: boolean;
	/** Which checkboxes stay checked; absent: all. */
	ticks?: (scope: string) => boolean;
}

/** Goes through an emulated provider's pages like a browser. @returns the URL that the browser is redirected to */
export async function consentJourney(address: string, email: string, answer: ConsentAnswer = {}): Promise<URL> {
	const chooser = await formsOf(await fetch(address));
	const own = chooser.find(({ fields }) => fields.get("email") === email);
	if (own === undefined) throw new Error(`${email} cannot be chosen at ${address}`);
	let reply = await post(own);
	if (reply.status === 200) {
		const [form] = await formsOf(reply);
		if (form === undefined) throw new Error("The page asks for nothing");
		const ticked = form.fields.getAll("allowed").filter(answer.ticks ?? (() => true));
		form.fields.delete("allowed");
		for (const scope of ticked) form.fields.append("allowed", scope);
		form.fields.set("answer", answer.deny ? "deny" : "allow");
		reply = await post(form);
	}
	return new URL(reply.headers.get("location") ?? "");
}

interface Form {
	action: string;
	fields: URLSearchParams;
}

async function formsOf(page: Response): Promise<Form[]> {
	const html = await page.text();
	return [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = "", inside = ""]) => ({
		action: new URL(attribute(head, "action"), page.url).href,
		fields: new URLSearchParams(
			[...inside.matchAll(/<input([^>]*)>/g)].map(([, input = ""]) => [
				attribute(input, "name"),
				attribute(input, "value"),
			]),
		),
	}));
}

function attribute(tag: string, name: string): string {
	return decodeHTML(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function post({ action, fields }: Form): Promise<Response> {
	return fetch(action, { method: "POST", body: fields, redirect: "manual" });
}
