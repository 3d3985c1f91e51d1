import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTarball } from "../../../fixtures/archives.ts";
import { corpus } from "../../../fixtures/corpora.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { freshText, splitQuotedText } from "./quoted-text.ts";

const kinds = (text: string, sender?: string) => splitQuotedText(text, sender).map((segment) => segment.kind);
const normalizeSpace = (text: string) => text.replace(/\s+/g, " ").trim();

describe("splitQuotedText", () => {
	test("separates new text, quote and signature", () => {
		const text =
			"Fine by me.\n\nAnn\n-- \nAnn Lee\nLee & Co\n\nOn Mon, 4 Jan 2021 at 10:00, Bob <bob@example.org> wrote:\n> Shall we?\n> Bob\n";
		expect(splitQuotedText(text)).toEqual([
			{ kind: "fresh", text: "Fine by me.\n\nAnn" },
			{ kind: "signature", text: "-- \nAnn Lee\nLee & Co\n" },
			{ kind: "quoted", text: "On Mon, 4 Jan 2021 at 10:00, Bob <bob@example.org> wrote:\n> Shall we?\n> Bob\n" },
		]);
	});

	test("keeps replies between quotes", () => {
		expect(kinds("> When?\nTomorrow.\n> Where?\nHere.")).toEqual(["quoted", "fresh", "quoted", "fresh"]);
	});

	test("treats Outlook's header block and everything below as a quote", () => {
		const text =
			"Thanks.\n\n________________________________\nFrom: Bob <bob@example.org>\nSent: Monday\nTo: Ann\nSubject: Plan\n\nShall we?";
		expect(freshText(text)).toBe("Thanks.");
	});

	test("ignores words that only look alike", () => {
		for (const text of [
			"On the other hand, we wrote it down.",
			"From: here to there\nall is well",
			"I sent from my desk a letter to you.",
			"-- a dash\n-- another",
		]) {
			expect(kinds(text), text).toEqual(["fresh"]);
		}
	});

	test("finds a signature above a quote that ends with empty lines", () => {
		const text = "Done.\n\nBest regards,\nAnn Lee\n\nOn Monday Bob wrote:\n> When?\n\n";
		expect(kinds(text, "Ann Lee")).toEqual(["fresh", "signature", "quoted"]);
	});

	test("finds a signature without delimiter by the sender's name", () => {
		expect(kinds("The figures are in.\n\nBest regards,\nAnn Lee\nx-3705", "Ann Lee")).toEqual(["fresh", "signature"]);
		expect(kinds("Ann, call me.\nTomorrow?", "Ann Lee")).toEqual(["fresh"]);
	});

	test("takes a word of an answer or a greeting for no signature, in any language", () => {
		for (const word of ["Yes", "Да", "Sí"])
			expect(kinds(`Shall we?\nI asked.\n\n${word}`, "Ann Lee"), word).toEqual(["fresh"]);
		expect(kinds("To jest plan.\n\nCześć Anna", "Anna Nowak")).toEqual(["fresh"]);
	});

	test("loses no character and runs in linear time", () => {
		const line = fc.constantFrom(
			"",
			"> q",
			"text",
			"-- ",
			"From: a",
			"To: b",
			"Sent: c",
			"On Mon 1 Jan, a@b wrote:",
			"____________",
			"Sent from my phone",
			"Ann",
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
				const text = lines.join("\n");
				expect(
					splitQuotedText(text, "Ann")
						.map((segment) => segment.text)
						.join("\n"),
				).toBe(text);
			}),
		);
		const started = performance.now();
		for (const hostile of ["On a@b 1 ", "-", "- \n", "From: x\n", "On 1 a@b\n", "sent from ", " "])
			splitQuotedText(hostile.repeat(20_000), "Ann");
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});

const replies = corpus("replies/crisp-email-reply-parser.tar.gz");
testIf(replies !== null)("finds the reply in mail of many programs and languages", async () => {
	const files = await readTarball(replies as string);
	const script = files.find((file) => file.path.endsWith("/test.js"))?.bytes.toString("utf8") ?? "";
	// The fixtures share one first fragment, which the published test keeps as a multi-line string.
	const written = /COMMON_FIRST_FRAGMENT = '([\s\S]*?)';/.exec(script)?.[1] ?? "";
	const reply = normalizeSpace(written.replace(/\\n\\\n/g, " "));
	expect(reply.length).toBeGreaterThan(400);
	let found = 0;
	for (const { path, bytes } of files) {
		const text = bytes.toString("utf8").replace(/\r\n/g, "\n");
		if (!path.endsWith(".txt") || !normalizeSpace(text).includes(reply)) continue;
		expect(normalizeSpace(freshText(text)), path).toBe(reply);
		found++;
	}
	expect(found).toBeGreaterThanOrEqual(43);
});

const signatures = corpus("signature/mailgun-forge.tar.gz");
testIf(signatures !== null)("finds most hand-marked signatures and hardly anything else", async () => {
	const files = new Map(
		(await readTarball(signatures as string)).map((file) => [file.path, file.bytes.toString("utf8")]),
	);
	let right = 0;
	let wrong = 0;
	let missed = 0;
	for (const [path, body] of files) {
		if (!path.endsWith("_body")) continue;
		const sender = (files.get(path.replace(/_body$/, "_sender")) ?? "").replace(/<.*/, "");
		const lines = body.split(/\r?\n/);
		const plain = lines.map((line) => line.replace(/^#(?:sig|reply)#/, "")).join("\n");
		const marks = splitQuotedText(plain, sender).flatMap(({ kind, text }) =>
			text.split("\n").map(() => kind === "signature"),
		);
		for (const [i, line] of lines.entries()) {
			if (line.replace("#sig#", "").trim() === "") continue;
			if (line.startsWith("#sig#")) marks[i] ? right++ : missed++;
			else if (marks[i]) wrong++;
		}
	}
	process.stdout.write(`signature lines: ${right} right, ${wrong} wrong, ${missed} missed\n`);
	expect(right / (right + missed)).toBeGreaterThanOrEqual(0.9);
	expect(wrong / (right + wrong)).toBeLessThan(0.02);
});

test.each(["| ", "# ", "AS> "])("a quote marked with %j ends where its marks end", (mark) => {
	const quote = [
		"On Fri, 4 Oct 2002 at 01:14, Ann Smith <ann@leeco.test> wrote:",
		`${mark}Is it done?`,
		`${mark}Since when?`,
	];
	expect(freshText([...quote, "", "Yes, since Monday.", "", "-- ", "Sam Reed"].join("\n"))).toBe("Yes, since Monday.");
});

test("ends at the head of a quote by Lotus Notes", () => {
	const text = [
		"The amendment was defeated.",
		"",
		"Jo Dorn",
		"Sent by: Jo Dorn",
		"03/14/2001 11:11 AM",
		"To: Sam Reed/NA/Company@Company, Chris Holt",
		"cc:",
		"Subject: Amendment",
		"",
		"What became of it?",
	].join("\n");
	expect(freshText(text)).toBe("The amendment was defeated.");
});
