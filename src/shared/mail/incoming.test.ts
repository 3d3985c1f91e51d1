import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { absenceSubjects, absenceTexts } from "../../../fixtures/incoming/absences.ts";
import { notices } from "../../../fixtures/incoming/notices.ts";
import { people } from "../../../fixtures/incoming/people.ts";
import { readIncoming } from "./read-incoming.ts";

const folder = new URL("../../../fixtures/reported/reply/", import.meta.url);
const now = Date.parse("2025-11-03T10:00:00Z");
const decide = (raw: string | Buffer) =>
	readIncoming(raw.toString("latin1"), { now, toText: (html) => html.replace(/<[^>]*>/g, " ") }).incoming;
const kindOf = (file: string) => decide(readFileSync(new URL(file, folder)));
const files = (from: string, to: string) =>
	readdirSync(folder).filter((name) => name.slice(0, 3) >= from && name.slice(0, 3) <= to);

describe("reported inputs", () => {
	test.each(files("a01", "a07"))("kind 1, a person: %s", (file) => {
		expect(kindOf(file).kind).toBe("person");
	});
	test.each(files("a08", "a32"))("kind 6, an absence: %s", (file) => {
		expect(kindOf(file).kind).toBe("absence");
	});
	test.each([
		["b17-mdn-read.eml", "receipt"],
		["b18-calendar-accept.eml", "calendar"],
		["b20-challenge-response.eml", "challenge"],
	])("kind 6, neither reply nor report: %s", (file, kind) => {
		expect(kindOf(file).kind).toBe(kind);
	});
	test.each(files("b01", "b15"))("a delivery report: %s", (file) => {
		expect(kindOf(file).kind).toBe("report");
	});
	test("the day of return", () => {
		expect(kindOf("a08-oof-german-subject-only.eml").until).toBe("2025-11-14");
		expect(kindOf("a09-oof-no-headers-body-only.eml").until).toBe("2025-11-17");
		expect(kindOf("a10-oof-swedish.eml").until).toBe("2025-11-17");
	});
});

const utf8 = (text: string): Buffer => Buffer.from(text);
const message = (subject: string, text: string, fields: readonly string[] = []): Buffer =>
	utf8(
		[
			...["From: Nia Park <nia@customer.example>", "To: Sam <sam@example.org>", `Subject: ${subject}`],
			...["In-Reply-To: <out-1@example.org>", ...fields, "Content-Type: text/plain; charset=utf-8", "", text],
		].join("\r\n"),
	);

test.each(absenceTexts)("kind 6, an absence by its text (%s): %s", (_, text) => {
	expect(decide(message("Re: Demo", text))).toMatchObject({ kind: "absence", reason: "text" });
});

test("kind 6, a long absence that quotes nothing is one", () => {
	const formula = "In urgent cases please contact my colleague Bob. ".repeat(150);
	const text = `I am out of the office until 5 November. Our shop in Kiel has moved to the harbour. ${formula}`;
	expect(decide(message("Re: Demo", text)).kind).toBe("absence");
});

test.each(absenceSubjects)("kind 6, an absence by its subject: %s", (subject) => {
	expect(decide(message(subject, "x"))).toMatchObject({ kind: "absence", reason: "subject" });
});

test.each(people)("kind 1, a person: %s / %s", (subject, text, ...fields) => {
	expect(decide(message(subject, text, fields))).toMatchObject({ kind: "person" });
});

test.each(notices)("kind 6, %s: %s", (kind, fields, body) => {
	const from = fields.startsWith("From:") ? "" : "From: Nia Park <nia@customer.example>\n";
	expect(decide(utf8(`${from}To: sam@example.org\n${fields}\n\n${body}`))).toMatchObject({ kind });
});
