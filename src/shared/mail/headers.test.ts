import { expect, test } from "vitest";
import { parseAddressList } from "./addresses.ts";
import { decodeCharset } from "./charsets.ts";
import { MAX_ADDRESS_FIELD_LENGTH, MAX_FIELD_LENGTH, parseHeaderBlock } from "./headers.ts";
import { parseMessageIds, parseReferences } from "./message-ids.ts";

test("cuts an overlong field between words", () => {
	const list = Array.from({ length: 200_000 }, (_, i) => `person${i}@example.org`);
	const written = list.join(", ");
	const { fields } = parseHeaderBlock(`To: ${written}\nList-Post: ${written}\nSubject: short`);
	const [to, post, subject] = fields;
	expect(to?.raw.length).toBeLessThanOrEqual(MAX_ADDRESS_FIELD_LENGTH);
	expect(post?.raw.length).toBeLessThanOrEqual(MAX_FIELD_LENGTH);
	expect(subject?.raw).toBe("short");
	const read = parseAddressList(to?.raw ?? "").map(({ email }) => email);
	expect(read.length).toBeGreaterThan(100_000);
	expect(list.slice(0, read.length)).toEqual(read);
});

test("keeps the newest ids of a long References field", () => {
	const ids = Array.from({ length: 5_000 }, (_, i) => `<id${i}@mail.example.org>`);
	const [field] = parseHeaderBlock(`References: ${ids.join("\n ")}`).fields;
	expect(parseReferences(field?.raw ?? "").at(-1)).toBe("id4999@mail.example.org");
});

test("joins folded lines with single spaces", () => {
	expect(parseHeaderBlock("Subject: one  \r\n\t two\r\n three ").fields[0]?.raw).toBe("one two three");
});

test("treats a charset named like an Object.prototype property as unknown", () => {
	expect(decodeCharset(new TextEncoder().encode("words"), "constructor")).toEqual({
		text: "words",
		problem: 'Unknown character set "constructor"',
	});
});

test("takes no answer to a program's question for a message id", () => {
	expect(parseMessageIds("<yes> <1@example.org> <y>")).toEqual(["1@example.org"]);
	expect(parseMessageIds("<20091126110505.local>")).toEqual(["20091126110505.local"]);
});
