import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseFull } from "#kernel/parse.ts";
import { type ArchivedFile, readGzip, readTarball, splitPlainMbox } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import { testIf } from "../../../../../fixtures/only-if.ts";
import type { FieldId } from "../../fields.ts";
import { comparable } from "../values.ts";
import { readSignature } from "./signature.ts";
import { annotations } from "./testing/annotations.ts";

const ann = { name: "Ann Lee", email: "ann@leeco.com" };
const read = (lines: readonly string[], sender = ann): Record<string, string> =>
	Object.fromEntries(
		readSignature(["Hello,", "", "see below.", "", "-- ", ...lines].join("\n"), sender).map(({ field, value }) => [
			field,
			value,
		]),
	);

describe("a signature", () => {
	it.each<[string[], Record<string, string>]>([
		[["Ann Lee", "CTO", "Lee & Co. Ltd"], { position: "CTO", company: "Lee & Co. Ltd" }],
		[["Ann Lee | Senior Engineer | LeeCo"], { position: "Senior Engineer", company: "LeeCo" }],
		[["Ann Lee, Software Engineer at Leeco Labs"], { position: "Software Engineer", company: "Leeco Labs" }],
		[["Dr. Ann Lee", "Professor of Physics", "University of Nowhere"], { company: "University of Nowhere" }],
		[["Ann Lee", "M: +1 (415) 555-2671", "F: +1 (415) 555-2672"], { phone: "+1 415 555 2671" }],
		[["Ann Lee", "Mobile 07911 123456", "London, United Kingdom"], { phone: "+44 7911 123456" }],
		[["Ann Lee", "Tel. 01632 960 110"], { phone: "01632 960 110" }],
		[
			["Ann Lee", "12 Main Street", "Springfield, IL 62701", "USA"],
			{ address: "12 Main Street, Springfield, IL 62701, USA" },
		],
		[["Ann Lee", "www.leeco.com", "twitter.com/annlee"], { website: "https://www.leeco.com" }],
		[["Ann Lee", "https://linkedin.com/in/ann-lee-1/"], { linkedIn: "https://www.linkedin.com/in/ann-lee-1" }],
		[["Ann Lee", "X: @annlee"], { twitter: "https://x.com/annlee" }],
	])("%j", (lines, expected) => {
		expect(read(lines)).toMatchObject(expected);
	});

	it.each([
		["of someone else", ["Bob Ray", "CEO", "Ray Inc.", "+1 415 555 2671"]],
		["with a saying", ["Ann Lee", "The only thing the manager said was that time is money."]],
		[
			"with a share link",
			["Ann Lee", "https://www.linkedin.com/sharing/share-offsite/?url=x", "https://x.com/intent/post"],
		],
		["of a phone", ["Sent from my iPhone"]],
		["of an antivirus program", ["Ann Lee", "Virus-free. www.avast.com"]],
		["with an order number", ["Ann Lee", "Order 2024-555-26714"]],
	])("%s says nothing", (_, lines) => {
		expect(read(lines)).toEqual({});
	});

	it("is read in time that grows with its length, whatever it contains", () => {
		const started = performance.now();
		const hostile = [
			"a.".repeat(80),
			"1-".repeat(80),
			"(".repeat(160),
			"Ann ".repeat(40),
			"www.".repeat(40),
			"\u0000".repeat(150),
		];
		for (const line of hostile) {
			read(Array<string>(2_000).fill(line));
			read(["Ann Lee", line.repeat(2_000)]);
			readSignature(line.repeat(100_000), ann);
		}
		// Generous: takes milliseconds unless something is quadratic.
		expect(performance.now() - started).toBeLessThan(20_000);
	});
});

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
const archives = {
	list: corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"),
	tarballs: ["threading/notmuch-lkml.tar.gz", "threading/notmuch.tar.gz", "spamassassin/spamassassin-open.tar.gz"].map(
		corpus,
	),
};
const isThere = archives.list !== null && archives.tarballs.every((path) => path !== null);

async function publicMessages(): Promise<Buffer[]> {
	const files: ArchivedFile[] = [];
	for (const path of archives.tarballs) files.push(...(await readTarball(path as string)));
	return [...splitPlainMbox(readGzip(archives.list as string)), ...files.map(({ bytes }) => bytes)];
}

testIf(isThere)("precision and recall on messages of public lists", async () => {
	const wanted = new Map(annotations.map(({ message, facts }) => [message, facts]));
	const counts = new Map<FieldId, { right: number; wrong: number; missed: number }>();
	const count = (field: FieldId, what: "right" | "wrong" | "missed"): void => {
		const known = counts.get(field) ?? { right: 0, wrong: 0, missed: 0 };
		counts.set(field, { ...known, [what]: known[what] + 1 });
	};
	const read = new Set<string>();
	for (const raw of await publicMessages()) {
		// Most messages are not annotated: their bodies need not be parsed.
		const id = /^message-id:\s*<([^>]+)>/im.exec(raw.subarray(0, 20_000).toString("latin1"))?.[1] ?? "";
		const facts = wanted.get(hash(id));
		if (facts === undefined || read.has(id)) continue;
		read.add(id);
		const { text, message } = await parseFull(raw);
		const found = readSignature(text, { name: message.from.name, email: message.from.email.toLowerCase() });
		for (const { field, value } of found) {
			const isRight = facts[field]?.includes(hash(comparable(field, value))) === true;
			count(field, isRight ? "right" : "wrong");
			if (!isRight) process.stdout.write(`wrong ${field} in ${hash(id)}: ${value}\n`);
		}
		for (const field of Object.keys(facts) as FieldId[])
			if (!found.some((one) => one.field === field)) {
				count(field, "missed");
				process.stdout.write(`missed ${field} in ${hash(id)}\n`);
			}
	}
	expect(read.size).toBe(annotations.length);
	const total = { right: 0, wrong: 0, missed: 0 };
	for (const [field, { right, wrong, missed }] of counts) {
		const precision = (right / Math.max(1, right + wrong)).toFixed(2);
		const recall = (right / Math.max(1, right + missed)).toFixed(2);
		process.stdout.write(
			`${field.padEnd(10)} precision ${precision}, recall ${recall} (${right} right, ${wrong} wrong, ${missed} missed)\n`,
		);
		total.right += right;
		total.wrong += wrong;
		total.missed += missed;
	}
	expect(total.right / (total.right + total.wrong)).toBeGreaterThanOrEqual(0.95);
	expect(total.right / (total.right + total.missed)).toBeGreaterThanOrEqual(0.7);
});
