import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseFull } from "#kernel/parse.ts";
import { type ArchivedFile, readGzip, readTarball, splitPlainMbox } from "../../../../../fixtures/archives.ts";
import { corpus } from "../../../../../fixtures/corpora.ts";
import { testIf } from "../../../../../fixtures/only-if.ts";
import type { FieldId } from "../../fields.ts";
import type { Finding } from "../observation.ts";
import { comparable } from "../values.ts";
import { readSignature } from "./signature.ts";
import { type Annotation, annotations } from "./testing/annotations.ts";
import { annotationsWithNames } from "./testing/annotations-with-names.ts";

const ann = { name: "Ann Lee", email: "ann@leeco.com" };
const read = (lines: readonly string[], sender = ann): Record<string, string> =>
	Object.fromEntries(
		readSignature(["Hello,", "", "see below.", "", "-- ", ...lines].join("\n"), sender)
			.filter(({ field }) => field !== "fullName")
			.map(({ field, value }) => [field, value]),
	);

describe("a signature", () => {
	it.each<[string[], Record<string, string>]>([
		[["Ann Lee", "CTO", "Lee & Co. Ltd"], { position: "CTO", company: "Lee & Co. Ltd" }],
		[["Ann Lee | Senior Engineer | LeeCo"], { position: "Senior Engineer", company: "LeeCo" }],
		[["Ann Lee, Software Engineer at Leeco Labs"], { position: "Software Engineer", company: "Leeco Labs" }],
		[["Dr. Ann Lee", "Professor of Physics", "University of Nowhere"], { company: "University of Nowhere" }],
		[["Ann Lee · CTO", "LeeCo"], { position: "CTO", company: "LeeCo" }],
		[["Ann Lee", "Acme Widgets · Head of Sales"], { position: "Head of Sales", company: "Acme Widgets" }],
		[["Ann Lee", "Head of Sales | Acme"], { position: "Head of Sales", company: "Acme" }],
		[["Ann Lee", "Sales Manager | Ireland"], { position: "Sales Manager" }],
		[["Ann Lee, Engineer", "The Widget Corporation <https://widget.test>"], { company: "The Widget Corporation" }],
		[["Ann Lee", "(415) 555-2671  (415) 555-2672 Fax"], { phone: "+1 415 555 2671" }],
		[["Ann Lee 12 Main St, 415-555-2671W"], { phone: "+1 415 555 2671" }],
		[["Ann Lee * +55-21-9135-3679"], { phone: "+55 2191353679" }],
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

	it.each<[string, string[], Record<string, string>]>([
		[
			"山田 太郎",
			["山田太郎", "株式会社リー 営業部 部長", "TEL: 03-1234-5678"],
			{ company: "株式会社リー", position: "部長" },
		],
		["王小明", ["王小明", "北京大学", "软件工程师"], { company: "北京大学", position: "软件工程师" }],
		["김민준", ["김민준 | 팀장", "주식회사 리"], { position: "팀장" }],
	])("in scripts without upper case: %s", (name, lines, expected) => {
		expect(read(lines, { name, email: "x@lee.co.jp" })).toMatchObject(expected);
	});

	it("starts at the full name where nothing marks it", () => {
		const text =
			"Hello,\n\nsee below, please.\n\nR. Ann Lee, Network Engineer\nLeeCo Limited\nPhone: +1 510 486-8634\n";
		expect(readSignature(text, { name: "Ann Lee", email: "ann@x.test" }).map(({ value }) => value)).toEqual([
			...["R. Ann Lee", "Network Engineer", "LeeCo Limited", "+1 510 486 8634"],
		]);
	});

	it.each([
		["of someone else", ["Bob Ray", "CEO", "Ray Inc.", "+1 415 555 2671"]],
		["with a question", ["Ann Lee", "What do our seismic networks say"]],
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

	it.each([
		["Ann Lee", "Ann Lee"],
		["Dr. Ann Lee, PhD", "Ann Lee"],
		["Ann M. Lee <ann@leeco.com>     https://leeco.com", "Ann M. Lee"],
		["Ann", undefined],
		["Ann Lee Consulting", undefined],
		["Ann Ray", undefined],
	])("has the sender's name: %s", (line, expected) => {
		const found = readSignature(`Hello,\n\nsee below.\n\n-- \n${line}\nCTO\n`, ann);
		expect(found.find(({ field }) => field === "fullName")?.value).toBe(expected);
	});

	it("ends above the advertisement that the host of a list adds", () => {
		const rule = "-".repeat(55);
		const text = `Hello.\n\n-- \nAnn Lee\nCTO\n\n\n${rule}\nIn memory of\nwww.host.test/1\n${"_".repeat(47)}\nUsers mailing list\n`;
		expect(readSignature(text, ann).map(({ value }) => value)).toEqual(["Ann Lee", "CTO"]);
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
	lists: ["list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz", "calendar/openbmc-calendar.mbox.gz"].map(corpus),
	tarballs: [
		"threading/notmuch-lkml.tar.gz",
		"threading/notmuch.tar.gz",
		"spamassassin/spamassassin-open.tar.gz",
		"mbox-variants/mail-mbox-messageparser.tar.gz",
	].map(corpus),
};
const isThere = [...archives.lists, ...archives.tarballs].every((path) => path !== null);

async function publicMessages(): Promise<Buffer[]> {
	const files: ArchivedFile[] = [];
	for (const path of archives.tarballs) files.push(...(await readTarball(path as string)));
	const lists = archives.lists.flatMap((path) => [...splitPlainMbox(readGzip(path as string))]);
	return [...lists, ...files.map(({ bytes }) => bytes)];
}

/** Right, wrong and missed values of each field. */
class Score {
	readonly counts = new Map<FieldId, { right: number; wrong: number; missed: number }>();

	/** Compares what was found in a message with its annotation, and prints what differs. */
	compare({ message, facts }: Annotation, found: readonly Finding[]): void {
		for (const { field, value } of found) {
			const isRight = facts[field]?.includes(hash(comparable(field, value))) === true;
			this.add(field, isRight ? "right" : "wrong");
			if (!isRight) process.stdout.write(`wrong ${field} in ${message}: ${value}\n`);
		}
		for (const field of Object.keys(facts) as FieldId[])
			if (!found.some((one) => one.field === field)) {
				this.add(field, "missed");
				process.stdout.write(`missed ${field} in ${message}\n`);
			}
	}

	private add(field: FieldId, what: "right" | "wrong" | "missed"): void {
		const known = this.counts.get(field) ?? { right: 0, wrong: 0, missed: 0 };
		this.counts.set(field, { ...known, [what]: known[what] + 1 });
	}
}

/** What people state in their signatures is found at least this often. */
const RECALL: Partial<Record<FieldId, number>> = { company: 0.7, position: 0.8, phone: 0.9 };

testIf(isThere)("precision and recall on messages of public lists", async () => {
	const named = new Set(annotationsWithNames);
	const wanted = new Map([...annotations, ...annotationsWithNames].map((one) => [one.message, one]));
	const score = new Score();
	const read = new Set<string>();
	for (const raw of await publicMessages()) {
		// Most messages are not annotated: their bodies need not be parsed.
		const id = /^message-id:\s*<([^>]+)>/im.exec(raw.subarray(0, 20_000).toString("latin1"))?.[1] ?? "";
		const annotation = wanted.get(hash(id));
		if (annotation === undefined || read.has(id)) continue;
		read.add(id);
		const { text, message } = await parseFull(raw);
		const found = readSignature(text, { name: message.from.name, email: message.from.email.toLowerCase() });
		score.compare(
			annotation,
			found.filter(({ field }) => field !== "fullName" || named.has(annotation)),
		);
	}
	expect(read.size).toBe(annotations.length + annotationsWithNames.length);
	const total = { right: 0, missed: 0 };
	for (const [field, { right, wrong, missed }] of score.counts) {
		const precision = right / Math.max(1, right + wrong);
		const recall = right / Math.max(1, right + missed);
		process.stdout.write(
			`${field.padEnd(10)} precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${right} right, ${wrong} wrong, ${missed} missed)\n`,
		);
		expect(precision, field).toBeGreaterThanOrEqual(0.95);
		expect(recall, field).toBeGreaterThanOrEqual(RECALL[field] ?? 0);
		total.right += right;
		total.missed += missed;
	}
	expect(total.right / (total.right + total.missed)).toBeGreaterThanOrEqual(0.7);
});
