import { parseAddressList } from "./addresses.ts";
import { decodePercent } from "./percent.ts";

/** What a `mailto:` link asks for (RFC 6068). Attachments and other header fields are ignored: a link must not choose them. */
export interface MailtoRequest {
	to: { name: string; email: string }[];
	cc: { name: string; email: string }[];
	bcc: { name: string; email: string }[];
	subject: string;
	text: string;
}

/** Reads a `mailto:` URL; what is malformed is left out. */
export function readMailto(url: string): MailtoRequest {
	const rest = url.trim().replace(/^mailto:\/*/i, "");
	const [path = "", query = ""] = rest.split(/\?(.*)/s, 2);
	const request: MailtoRequest = { to: addressesIn(decodePercent(path)), cc: [], bcc: [], subject: "", text: "" };
	// A plus sign is one: unlike in forms, spaces are `%20` (RFC 6068 §5).
	for (const field of query.split(/&amp;|&/i)) {
		const [name = "", value = ""] = field.split(/=(.*)/s, 2).map(decodePercent);
		switch (name.toLowerCase()) {
			case "to":
			case "cc":
			case "bcc":
				request[name.toLowerCase() as "to" | "cc" | "bcc"].push(...addressesIn(value));
				break;
			case "subject":
				request.subject = value.replace(/\s+/g, " ").trim().slice(0, 2_000);
				break;
			case "body":
				request.text = value.replace(/\r\n?/g, "\n").slice(0, 100_000);
				break;
		}
	}
	return request;
}

function addressesIn(text: string) {
	return parseAddressList(text).flatMap(({ name, email }) => (email.includes("@") ? [{ name, email }] : []));
}
