import { EMAIL_LIMITS, type Email } from "#shared/contracts/emails.ts";
import { type AuthResults, parseAuthResults } from "#shared/mail/auth-results.ts";
import { cutToJsonBytes, jsonStringBytes } from "./json-size.ts";
import type { StreamablePart } from "./mime/part-content.ts";
import { type FullMessage, parseFull } from "./parse-message.ts";
import { addressesIn } from "./remote-addresses.ts";

/** The content of a message within the reply limits, and the locations of its attachments. */
export interface OpenedMessage extends Pick<Email, "text" | "html" | "authentication"> {
	/** The server that reported `authentication`; empty: it omits its name. */
	authServer: string | null;
	/** What was cut. */
	truncated: ("text" | "html")[];
	/** By their index. */
	attachments: OpenedAttachment[];
	/** Normalized web addresses in the HTML. */
	pictures: string[];
}

export interface OpenedAttachment {
	filename: string;
	contentType: string;
	sizeBytes: number;
	/** Location of its bytes in the message, or the bytes themselves; null: only a worker can decode it. */
	source: StreamablePart | { encoding: "decoded"; bytes: Uint8Array } | null;
}

/** Parts that cannot be streamed are included when they are small: one limit per part, one for all. */
const MAX_DECODED_BYTES = 256 * 1024;
const MAX_ALL_DECODED_BYTES = 4 * 1024 * 1024;

const MAX_PICTURES = 5_000;
/** The image route does not accept longer addresses. */
const MAX_ADDRESS_LENGTH = 4_000;

/** Parses a message once for everything that the reading pane requests. */
export default async function open(raw: Buffer): Promise<OpenedMessage> {
	const full = await parseFull(raw);
	const text = cutToJsonBytes(full.text, EMAIL_LIMITS.text);
	const html = full.html === null ? null : cutHtml(full.html, EMAIL_LIMITS.body - jsonStringBytes(text));
	const truncated: OpenedMessage["truncated"] = [];
	const results = parseAuthResults(full.message.headers["authentication-results"] ?? "");
	if (text !== full.text) truncated.push("text");
	if (html !== full.html) truncated.push("html");
	return {
		text,
		html,
		truncated,
		authentication: results === null ? null : verdicts(results),
		authServer: results?.server ?? null,
		attachments: attachmentsOf(full),
		pictures: html === null ? [] : picturesIn(html),
	};
}

function attachmentsOf(full: FullMessage): OpenedAttachment[] {
	let decodedBytes = 0;
	return full.message.attachments.map(({ index, filename, contentType, sizeBytes }) => {
		const facts = { filename, contentType, sizeBytes };
		const source = full.streamable(index);
		if (source !== null || sizeBytes > MAX_DECODED_BYTES || decodedBytes + sizeBytes > MAX_ALL_DECODED_BYTES)
			return { ...facts, source };
		decodedBytes += sizeBytes;
		// A copy: transferring a view would transfer the whole message.
		return { ...facts, source: { encoding: "decoded", bytes: new Uint8Array(full.content(index) ?? []) } };
	});
}

/** Cuts before a tag that would be incomplete. */
function cutHtml(html: string, maxBytes: number): string {
	const cut = cutToJsonBytes(html, maxBytes);
	if (cut === html) return html;
	const lastOpen = cut.lastIndexOf("<");
	return lastOpen > cut.lastIndexOf(">") ? cut.slice(0, lastOpen) : cut;
}

function picturesIn(html: string): string[] {
	const found: string[] = [];
	for (const address of addressesIn(html)) {
		if (found.length >= MAX_PICTURES) break;
		if (address.length <= MAX_ADDRESS_LENGTH) found.push(address);
	}
	return found;
}

type Verdict = NonNullable<Email["authentication"]>["spf"];

function verdicts(found: AuthResults): NonNullable<Email["authentication"]> {
	const of = (method: string, ...properties: string[]): Verdict => {
		const result = found.results.find((one) => one.method === method);
		if (result === undefined) return null;
		const value = properties.map((name) => result.properties[name]).find((text) => text !== undefined);
		return { result: result.verdict, domain: value?.split("@").at(-1) ?? null };
	};
	return {
		spf: of("spf", "smtp.mailfrom", "smtp.helo"),
		dkim: of("dkim", "header.d", "header.i"),
		dmarc: of("dmarc", "header.from"),
	};
}
