import { describe, expect } from "vitest";
import { readTarball } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { decodeUuencode, findUuencoded } from "./mime/uuencode.ts";
import { type FullMessage, parseFull } from "./parse-message.ts";

/** A published message with its authors' parse result. `*_body` and `attachments` are indexes of `parts`. */
interface Expected {
	html_body: number[];
	text_body: number[];
	attachments: number[];
	parts: { headers: { name: string | { other: string }; value: unknown }[]; body: ExpectedBody }[];
}

interface ExpectedBody {
	Text?: string;
	Html?: string;
	Binary?: number[];
	InlineBinary?: number[];
	Message?: unknown;
}

interface ExpectedAddress {
	name: string | null;
	address: string | null;
}

/**
 * Raw 8-bit text that is not UTF-8 becomes U+FFFD there and is read as Latin-1 here; any such run may match our
 * characters.
 */
function matches(got: string, wanted: string, what: string): void {
	const pattern = normalize(wanted)
		.split(/\ufffd+/)
		.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
		.join("[\\s\\S]{1,4}");
	expect(normalize(got), what).toMatch(new RegExp(`^${pattern}$`));
}

/** Ignores differences in whitespace and line ends. */
function normalize(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

function headerValues(expected: Expected, name: string): unknown[] {
	return (expected.parts[0]?.headers ?? []).filter((header) => header.name === name).map((header) => header.value);
}

function addresses(expected: Expected, name: string): string[] {
	return headerValues(expected, name).flatMap((value) => {
		const { Address } = value as { Address?: { List?: ExpectedAddress[]; Group?: { addresses: ExpectedAddress[] }[] } };
		const list = Address?.List ?? Address?.Group?.flatMap((group) => group.addresses) ?? [];
		return list.map((entry) => `${normalize(entry.name ?? "")} <${entry.address ?? ""}>`);
	});
}

function plainOf(body: ExpectedBody): string {
	return body.Text ?? body.Html ?? "";
}

function checkBody(expected: Expected, full: FullMessage): void {
	const texts = expected.text_body.map((i) => expected.parts[i]?.body ?? {});
	// Where HTML replaces text we convert it to text, which has its own tests.
	if (!texts.some((body) => body.Html !== undefined)) {
		// Uuencoded files inside the text are attachments here.
		const wanted = texts.map((body) => (body.Text ?? "").replace(/^begin [0-7]{3} [\s\S]*?^end$/gm, "")).join("\n");
		matches(full.text, wanted, "text");
	}
	const pages = expected.html_body.map((i) => expected.parts[i]?.body ?? {});
	if (pages.some((body) => body.Html !== undefined)) {
		// Plain parts between HTML ones become blocks that preserve their lines.
		const bare = (full.html ?? "").replace(/<div style="white-space:pre-wrap">([\s\S]*?)<\/div>/g, "$1");
		matches(bare, pages.map(plainOf).join("\n"), "html");
	} else {
		expect(full.html).toBe(null);
	}
}

function checkAttachments(expected: Expected, full: FullMessage): void {
	// Images between the texts are part of the body there; here they are files too.
	const media = [...expected.text_body, ...expected.html_body].filter(
		(i) => plainOf(expected.parts[i]?.body ?? {}) === "" && hasBytes(expected.parts[i]?.body),
	);
	const indexes = [...new Set([...expected.attachments, ...media])].sort((a, b) => a - b);
	const uuencoded = expected.text_body.flatMap((i) => findUuencoded(Buffer.from(expected.parts[i]?.body.Text ?? "")));
	expect(full.message.attachments).toHaveLength(indexes.length + uuencoded.length);
	for (const [at, index] of indexes.entries()) {
		const part = expected.parts[index];
		const facts = full.message.attachments[at];
		const bytes = full.content(at);
		if (!part || !facts || !bytes) throw new Error(`attachment ${at} is missing`);
		expect(facts.sizeBytes).toBe(bytes.length);
		const type = part.headers.find((header) => header.name === "content_type")?.value as
			| {
					ContentType: {
						c_type: string;
						c_subtype: string | null;
						attributes: { name: string; value: string }[] | null;
					};
			  }
			| undefined;
		if (type?.ContentType.c_subtype)
			expect(facts.contentType).toBe(`${type.ContentType.c_type}/${type.ContentType.c_subtype}`);
		const { body } = part;
		// Parsed further there, kept whole here.
		if (body.Message !== undefined) expect(facts.contentType).toBe("message/rfc822");
		else if (isUuencoded(part)) checkUuencoded(bytes, body);
		else if (hasBytes(body)) expect(bytes.equals(bytesOf(body))).toBe(true);
		else matches(decoded(bytes, type?.ContentType.attributes ?? []), plainOf(body), facts.filename);
	}
}

function bytesOf(body: ExpectedBody): Buffer {
	return Buffer.from(body.Binary ?? body.InlineBinary ?? body.Text ?? "");
}

function isUuencoded(part: Expected["parts"][number]): boolean {
	const encoding = part.headers.find((header) => header.name === "content_transfer_encoding")?.value as
		| { Text?: string }
		| undefined;
	return /^x-uu/i.test(encoding?.Text ?? "");
}

/** Left encoded there and decoded here. */
function checkUuencoded(bytes: Buffer, body: ExpectedBody): void {
	const written = bytesOf(body);
	const [file] = findUuencoded(written);
	if (!file) throw new Error("the vector holds no uuencoded file");
	expect(bytes.equals(decodeUuencode(written, file))).toBe(true);
}

function hasBytes(body: ExpectedBody | undefined): boolean {
	return body?.Binary !== undefined || body?.InlineBinary !== undefined;
}

function decoded(bytes: Buffer, attributes: { name: string; value: string }[]): string {
	const charset = attributes.find(({ name }) => name === "charset")?.value ?? "utf-8";
	return new TextDecoder(charset === "us-ascii" ? "utf-8" : charset).decode(bytes);
}

describe.each(["stalwart-rfc", "stalwart-legacy-hunny"])("%s", async (name) => {
	const path = corpus(`mime/${name}.tar.gz`);
	const files = new Map((path ? await readTarball(path) : []).map((file) => [file.path, file.bytes]));
	const messages = [...files.keys()].filter((file) => file.endsWith(".eml")).sort();
	const cases = messages.flatMap((file) => [".json", ".crlf.json"].map((ending) => [file, ending] as const));

	testIf(path !== null).each(path ? cases : [["absent", ""] as const])("%s as in %s", async (file, ending) => {
		const newline = ending === ".json" ? "\n" : "\r\n";
		const written = files.get(file)?.toString("latin1") ?? "";
		const raw = Buffer.from(written.replace(/\r?\n/g, newline), "latin1");
		const expected = JSON.parse(files.get(file.replace(".eml", ending))?.toString("utf8") ?? "") as Expected;
		const full = await parseFull(raw);
		const subject = headerValues(expected, "subject")[0] as { Text?: string } | undefined;
		matches(full.message.subject, subject?.Text ?? "", "subject");
		const { from } = full.message;
		matches(
			from.email === "" && from.name === "" ? "" : `${from.name} <${from.email}>`,
			addresses(expected, "from")[0] ?? "",
			"from",
		);
		matches(full.message.to.map((to) => `${to.name} <${to.email}>`).join(), addresses(expected, "to").join(), "to");
		checkBody(expected, full);
		checkAttachments(expected, full);
	});
});
