import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { reported, reportedFiles } from "../../../fixtures/reported.ts";
import { mboxProvider } from "./provider.ts";

const folder = mkdtempSync(join(tmpdir(), "mailstead-reported-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Subjects of the messages of a file, and why others were left out. */
async function read(name: string, bytes: Buffer | string): Promise<{ subjects: string[]; skipped: string[] }> {
	const path = join(folder, name);
	writeFileSync(path, bytes);
	const environment = memoryEnvironment({ now: Date.UTC(2026, 5, 1) });
	environment.addFile(path);
	const session = await mboxProvider.open(environment);
	const page = await session.reader.listChanges(null, { limit: 50, signal: new AbortController().signal });
	const subjects: string[] = [];
	for (const { raw } of page.messages)
		subjects.push(/^Subject: (.*)$/m.exec(Buffer.from(raw ?? []).toString("latin1"))?.[1]?.trim() ?? "");
	return { subjects, skipped: (page.skipped ?? []).map(({ reason }) => reason) };
}

describe("kind 13: mail files with any separator", () => {
	const others: Record<string, number> = {
		"b04-no-blank-before.mbox": 3,
		// The separator of an attached message is one more: parts are not read before messages are.
		"b09-from-line-in-rfc822.mbox": 3,
		"b11-utf16.mbox": 0,
	};
	test.each(reportedFiles("mbox"))("%s", async (name) => {
		const { subjects, skipped } = await read(name, reported(`mbox/${name}`));
		const expected = others[name] ?? 2;
		expect(subjects).toHaveLength(expected);
		if (expected === 0) expect(skipped.join()).not.toBe("");
	});

	const mail = (subject: string) => `From: Ann <ann@example.org>\nSubject: ${subject}\n\ntext\n\n`;
	test.each([
		"From ann@example.org 03-Nov-2025 10:00:00",
		"From ann@example.org 03-Nov-2025 10:00",
		"From ann@example.org 11/03/2025 10:00 AM",
		"From ann@example.org 3.11.2025 10:00:00",
		"From ann@example.org ma 3 marras 2025 10:00:00",
		"From ann@example.org Пн ноя 03 10:00:00 2025",
		"From ann@example.org 2025年11月3日 10:00:00",
		"From ann@example.org mån nov 03 10:00:00 2025",
		"From ann@example.org Mon Nov  3 10h00 2025",
		"From ann@example.org 1762164000000",
		"From ann@example.org Mon, Nov 3, 2025 at 10:00 AM",
		"From ann@example.org",
		"From - 3 Nov",
		"From 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
	])("separated by %s", async (separator) => {
		const file = `${separator}\n${mail("one")}${separator}\n${mail("two")}${separator}\n${mail("three")}`;
		expect((await read("dates.mbox", Buffer.from(file))).subjects).toEqual(["one", "two", "three"]);
		const mixed = `From a@example.org Mon Nov  3 10:00:00 2025\n${mail("one")}${separator}\n${mail("two")}`;
		expect((await read("mixed.mbox", Buffer.from(mixed))).subjects).toEqual(["one", "two"]);
	});

	const SEPARATOR = "From ann@example.org Mon Nov  3 10:00:00 2025";
	test.each([
		["a log", `${SEPARATOR}\nthat was the first line.`],
		["a log of fields", `${SEPARATOR}\nNote: this was\nthe first line.`],
		["a blank line and text", `${SEPARATOR}\n\nthat was all of it.`],
		["a sentence", "From 10:00 on 3 November 2025 we are closed\nSubject: see above"],
		["a sentence that ends in a colon", "From the list of 2025 that ann@example.org keeps:\nFrom: Ann\nSubject: x"],
	])("but not by %s in a letter", async (_, pasted) => {
		const file = `${SEPARATOR}\nFrom: Ann <ann@example.org>\nSubject: one\n\nLook:\n\n${pasted}\n\n${SEPARATOR}\n${mail("two")}`;
		expect((await read("pasted.mbox", file)).subjects).toEqual(["one", "two"]);
	});
});
