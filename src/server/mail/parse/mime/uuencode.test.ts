import { expect, it } from "vitest";
import { parseMessage } from "../parse-message.ts";
import { findUuencoded } from "./uuencode.ts";

const fileOf = (n: number) => `begin 644 part${n}.txt\n#0V%T\n\`\nend\n`;
const files = (count: number) => Array.from({ length: count }, (_, n) => fileOf(n)).join("");

it("lists every uuencoded file of a text, or as many as it is asked for", async () => {
	const raw = `From: ann@example.org\nContent-Type: text/plain\n\nHello\n${files(150)}Bye\n`;
	const { attachments, text } = await parseMessage(Buffer.from(raw));
	expect(attachments.map(({ filename, sizeBytes }) => [filename, sizeBytes])).toEqual(
		Array.from({ length: 150 }, (_, n) => [`part${n}.txt`, 3]),
	);
	expect(text).toBe("Hello\nBye\n");
	expect(findUuencoded(Buffer.from(files(3)), 2).map(({ filename }) => filename)).toEqual(["part0.txt", "part1.txt"]);
});
