import { expect, it } from "vitest";
import { mimeParts } from "./mime-parts.ts";

const part = (type: string, body: string): string => `Content-Type: ${type}\r\n\r\n${body}\r\n`;
const multipart = (boundary: string, parts: string[]): string =>
	part(
		`multipart/mixed; boundary=${boundary}`,
		`${parts.map((one) => `--${boundary}\r\n${one}`).join("")}--${boundary}--`,
	);
const texts = (raw: string, limits: { parts: number; depth: number }): string[] =>
	mimeParts(raw, limits).map(({ type, body }) => `${type}: ${body.trim()}`);

it("looks at the first parts only", () => {
	const raw = multipart(
		"a",
		["one", "two", "three"].map((text) => part("text/plain", text)),
	);
	expect(texts(raw, { parts: 3, depth: 1 })).toEqual(["text/plain: one", "text/plain: two", "text/plain: three"]);
	expect(texts(raw, { parts: 2, depth: 1 })).toEqual(["text/plain: one", "text/plain: two"]);
	const nested = multipart("b", [raw, part("text/html", "four")]);
	expect(texts(nested, { parts: 4, depth: 2 }).at(-1)).toBe("text/html: four");
	expect(texts(nested, { parts: 3, depth: 2 })).toHaveLength(3);
});

it("takes what is nested too deeply for one part, and reads those after it", () => {
	const inner = multipart("a", [part("text/plain", "one"), part("text/plain", "two")]);
	const raw = multipart("b", [inner, part("text/calendar", "BEGIN:VCALENDAR")]);
	const [deep, after, ...others] = mimeParts(raw, { parts: 10, depth: 1 });
	expect([deep?.type, after?.type, others]).toEqual(["multipart/mixed", "text/calendar", []]);
	expect(deep?.body).toContain("two");
	expect(mimeParts(raw, { parts: 10, depth: 2 }).map(({ type }) => type)).toEqual([
		"text/plain",
		"text/plain",
		"text/calendar",
	]);
});
