import { expect, test } from "vitest";
import { type DocumentNode, plainForm } from "./plain-form.ts";

const text = (value: string, href?: string): DocumentNode => ({
	type: "text",
	text: value,
	...(href !== undefined && { marks: [{ type: "link", attrs: { href } }] }),
});
const line = (...content: DocumentNode[]): DocumentNode => ({ type: "paragraph", content });
const item = (...content: DocumentNode[]): DocumentNode => ({ type: "listItem", content });
const plain = (...content: DocumentNode[]) => plainForm({ type: "doc", content });

test("keeps lines, lists and quotes", () => {
	const list = { type: "bulletList", content: [item(line(text("one")), line(text("more"))), item(line(text("two")))] };
	const steps = { type: "orderedList", attrs: { start: 3 }, content: [item(line(text("first")))] };
	const quoted = {
		type: "blockquote",
		content: [line(text("said")), { type: "blockquote", content: [line(text("before"))] }],
	};
	expect(plain(line(text("Hello")), line(), list, steps, quoted)).toBe(
		"Hello\n\n- one\n  more\n- two\n3. first\n> said\n>> before",
	);
});

test("writes out where links lead, once, unless the text says it", () => {
	const bold = { ...text("agenda", "https://example.org/a") };
	expect(plain(line(text("the ", "https://example.org/a"), bold, text(".")))).toBe(
		"the agenda <https://example.org/a>.",
	);
	expect(plain(line(text("example.org/a", "https://example.org/a")))).toBe("example.org/a");
	expect(plain(line(text("ada@example.org", "mailto:ada@example.org")))).toBe("ada@example.org");
});

test("names images and marks the signature", () => {
	const image = { type: "image", attrs: { alt: "plan.png" } };
	expect(plain(line(image), { type: "signature", content: [line(text("Ada"))] })).toBe("[plan.png]\n-- \nAda");
});
