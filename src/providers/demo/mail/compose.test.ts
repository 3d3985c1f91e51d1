import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { canEncode, encodeText } from "./charsets.ts";
import { base64Lines, composePart, encodedWords, headerLine, mailbox, quotedPrintable } from "./compose.ts";
import { prng } from "./prng.ts";
import { filler } from "./slots.ts";

const AT = Date.UTC(2026, 2, 3, 9);

test("header lines fold at spaces and unfold to the original", () => {
	const value = "a quite long value ".repeat(20).trim();
	const line = headerLine("Subject", value);
	for (const part of line.split("\r\n")) expect(part.length).toBeLessThanOrEqual(78);
	expect(line.replaceAll("\r\n", "")).toBe(`Subject: ${value}`);
});

test("encoded words stay within 75 characters and decode whole", async () => {
	const texts = [
		["Führung am Sonntag für neun Personen, von denen fünf kein Englisch sprechen", "iso-8859-1"],
		["見本の和紙をお送りしました。一番厚いものが展示の説明札に向いていると思います", "iso-2022-jp"],
		["Письмо смотрителя маяка о погоде, кораблях и собаке по имени Вест", "windows-1251"],
		["Une petite visite 🌿⛵ et une question, avec des graines 🌱", "utf-8"],
	] as const;
	for (const [text, charset] of texts) {
		const words = encodedWords(text, charset);
		for (const word of words.split(" ")) expect(word.length).toBeLessThanOrEqual(75);
		const raw = `${headerLine("Subject", words)}\r\n`;
		expect((await PostalMime.parse(raw)).subject).toBe(text);
	}
});

test("names are quoted only where required", () => {
	expect(mailbox({ name: "Gus Aldred", email: "a@b.example" })).toBe("Gus Aldred <a@b.example>");
	expect(mailbox({ name: 'Circle, "Friends"', email: "a@b.example" })).toBe('"Circle, \\"Friends\\"" <a@b.example>');
	expect(mailbox({ name: "", email: "a@b.example" })).toBe("a@b.example");
});

test("quoted-printable keeps trailing spaces, long lines and every byte", async () => {
	const text = `${"é= ".repeat(60)}\nends with a space \n\n.\n${"x".repeat(200)}`;
	const encoded = quotedPrintable(Buffer.from(text));
	for (const line of encoded.split("\r\n")) expect(line.length).toBeLessThanOrEqual(76);
	const head = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
	expect((await PostalMime.parse(head + encoded)).text?.trimEnd()).toBe(text);
});

test("base64 lines are those of the platform, at every length", () => {
	const random = prng("bytes");
	for (const length of [0, 1, 56, 57, 58, 57 * 4096, 57 * 4096 + 1]) {
		const bytes = Uint8Array.from({ length }, () => random.int(0, 255));
		const lines = base64Lines(bytes).toString();
		expect(lines.replaceAll("\r\n", "")).toBe(Buffer.from(bytes).toString("base64"));
		for (const line of lines.split("\r\n")) expect(line.length).toBeLessThanOrEqual(76);
	}
});

test("a file name outside ASCII survives", async () => {
	const part = composePart({ type: "text/csv", name: "Zähler (größer).csv", bytes: () => Buffer.from("a,b") }, "key");
	const [attachment] = (await PostalMime.parse(Buffer.concat(part))).attachments;
	expect(attachment?.filename).toBe("Zähler (größer).csv");
});

test("characters that a charset lacks are rejected, not replaced", () => {
	expect(canEncode("£ é", "iso-8859-1")).toBe(true);
	expect(canEncode("–", "iso-8859-1")).toBe(false);
	expect(() => encodeText("ß", "iso-2022-jp")).toThrow(RangeError);
	expect(encodeText("№ Ж", "windows-1251").toString("hex")).toBe("b920c6");
});

test("the random numbers are the same on every platform", () => {
	const random = prng("northgate");
	expect([random.int(0, 999), random.int(0, 999), random.hex(8)]).toEqual([556, 983, "a261d2ba"]);
	expect(prng("northgate").shuffle([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
});

test("slots are constant within a message, differ by number, and dates skip weekends", () => {
	const fill = filler({ item: ["oak", "ash"], no: "#10-99", sum: "£5-9" }, prng("slots"), AT);
	expect(fill("{no}")).toBe(fill("{no}"));
	expect(new Set([fill("{item}"), fill("{item2}")])).toEqual(new Set(["Oak", "Ash"]));
	expect(fill("for {sum}")).toMatch(/^for £\d\.\d\d$/);
	expect(fill("{wd+4} {d+1} {m-3} {dot+1}")).toBe("Monday 9 March 4 March December 4.3.");
	expect(() => fill("{nobody}")).toThrow("unknown slot {nobody}");
});
