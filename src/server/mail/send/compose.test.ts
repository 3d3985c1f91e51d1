import { expect, it } from "vitest";
import { headerText, parseHeaderBlock } from "#shared/mail/headers.ts";
import { composeMessage, newMessageId } from "./compose.ts";

async function headerOf(subject: string): Promise<string> {
	const from = { name: "", email: "ann@müller-x.example" };
	const recipients = { to: [{ name: "", email: "bob@bücher.example" }], cc: [], bcc: [] };
	const options = { messageId: newMessageId("1", from), date: new Date(0) };
	const { raw } = await composeMessage({ from, recipients }, { subject, text: "Hello" }, {}, options);
	return raw.toString("latin1").split("\r\n\r\n")[0] ?? "";
}

it.each([
	["p05", "件名のテスト🎉".repeat(20), 76],
	["p06", "x".repeat(1_200), 76],
	["a long word behind others", `Your link: https://www.example.org/${"a1-".repeat(400)} (expires)`, 76],
	["long and beyond ASCII", `${"y".repeat(1_100)} für 🎉`, 76],
	["many short words", "word ".repeat(300).trim(), 76],
])("kind 30: no line of a header is too long: %s", async (_, subject, longest) => {
	const header = await headerOf(subject);
	expect(Math.max(...header.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(longest);
	const { fields } = parseHeaderBlock(`${header}\r\n`);
	expect(headerText(fields.find(({ name }) => name === "subject")?.raw ?? "")).toBe(subject);
});

it("kind 12: names domains by A-labels in all of the header", async () => {
	const header = await headerOf("Hello");
	expect(header).toMatch(/^From: ann@xn--mller-x-n2a\.example\r$/m);
	expect(header).toMatch(/^To: bob@xn--bcher-kva\.example\r$/m);
	expect(header).toMatch(/^Message-ID: <1@xn--mller-x-n2a\.example>\r$/m);
});
