import { crc32 } from "node:zlib";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import PostalMime, { type Email } from "postal-mime";
import { beforeAll, describe, expect, test } from "vitest";
import { demoSenders } from "../senders.ts";
import { type DemoMessage, generateDemo } from "./mailbox.ts";

const NOW = Date.UTC(2026, 2, 17, 10);
const DAY = 86_400_000;

const messages = generateDemo({ now: NOW });
const small = messages.filter((message) => !message.large);
const parsed = new Map<string, Email>();
const of = (message: DemoMessage): Email => parsed.get(message.id) as Email;
const header = (message: DemoMessage, name: string): string | null =>
	of(message).headers.find(({ key }) => key === name)?.value ?? null;
const bytes = (content: string | ArrayBuffer | Uint8Array): Buffer =>
	typeof content === "string" ? Buffer.from(content) : Buffer.from(content as Uint8Array);
const count = (holds: (message: DemoMessage) => boolean): number => messages.filter(holds).length;

beforeAll(async () => {
	for (const message of messages) {
		const email = await PostalMime.parse(message.raw());
		// Large attachments are checked one by one below.
		if (message.large) email.attachments = [];
		parsed.set(message.id, email);
	}
});

describe("reproducible", () => {
	test("the same seed and time give the same bytes", () => {
		const again = generateDemo({ now: NOW });
		expect(again.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
		for (const [index, message] of messages.entries()) {
			if (message.large && index % 5 > 0) continue;
			expect(Buffer.compare(message.raw(), again[index]?.raw() ?? Buffer.alloc(0))).toBe(0);
		}
	});

	test("another seed gives another mailbox", () => {
		const other = new Map(generateDemo({ now: NOW, seed: "elsewhere" }).map((message) => [message.id, message]));
		const differing = small.slice(0, 50).filter((message) => {
			const raw = other.get(message.id)?.raw();
			return !raw || Buffer.compare(raw, message.raw()) !== 0;
		});
		expect(differing.length).toBeGreaterThan(45);
	});

	test.each(["2026-01-01T00:00:30Z", "2026-07-05T22:59:00Z", "2028-02-29T12:00:00Z"])("it works on %s", (moment) => {
		const now = Date.parse(moment);
		const mailbox = generateDemo({ now });
		expect(mailbox.length).toBeGreaterThan(1_400);
		for (const { receivedAt } of mailbox) {
			expect(receivedAt).toBeLessThanOrEqual(now);
			expect(receivedAt).toBeGreaterThan(now - 450 * DAY);
		}
	});
});

describe("contents", () => {
	test("there is enough of everything for every tool", () => {
		const kinds = Object.fromEntries([...new Set(messages.map(({ kind }) => kind))].map((kind) => [kind, 0]));
		for (const { kind } of messages) kinds[kind] = (kinds[kind] ?? 0) + 1;
		const least = {
			person: 400,
			newsletter: 400,
			social: 60,
			update: 90,
			code: 70,
			bank: 30,
			invoice: 35,
			receipt: 20,
			delivery: 20,
			travel: 25,
			calendar: 30,
			list: 30,
			spam: 65,
			bounce: 5,
			automatic: 5,
		};
		for (const [kind, number] of Object.entries(least))
			expect([kind, kinds[kind]]).toSatisfy(() => (kinds[kind] ?? 0) >= number);
		expect(messages.length).toBeGreaterThan(1_400);
		expect(messages.length).toBeLessThan(1_900);
		expect(count(({ folder }) => folder === "sent")).toBeGreaterThan(150);
		expect(count(({ folder }) => folder === "drafts")).toBe(7);
		expect(count(({ copyOf }) => copyOf !== undefined)).toBe(24);
	});

	test("the thresholds of the archive and the activity score are exceeded", () => {
		const age = (message: DemoMessage): number => (NOW - message.receivedAt) / DAY;
		const regular = messages.filter(({ folder }) => folder !== "spam" && folder !== "trash");
		expect(regular.filter((message) => age(message) > 365).length).toBeGreaterThan(200);
		expect(regular.filter((message) => message.kind === "newsletter" && age(message) > 183).length).toBeGreaterThan(50);
		expect(count(({ folder }) => folder === "spam" || folder === "trash")).toBeGreaterThan(60);
		const recent = messages.filter((message) => message.folder === "inbox" && age(message) < 30);
		const unread = recent.filter(({ flags }) => !flags.read).length / recent.length;
		expect(unread).toBeGreaterThan(0.15);
		expect(unread).toBeLessThan(0.4);
		const last = messages.filter((message) => age(message) < 90);
		expect(last.filter(({ flags }) => flags.answered).length).toBeGreaterThan(30);
		expect(last.length).toBeGreaterThan(count((message) => age(message) > 180 && age(message) < 270));
	});

	test("it stays below 120 MB, with a dozen messages of 5 to 12 MB", () => {
		const sizes = messages.map((message) => ({ large: message.large, size: message.raw().length }));
		const large = sizes.filter((message) => message.large);
		expect(large).toHaveLength(12);
		for (const { size } of large) {
			expect(size).toBeGreaterThan(5e6);
			expect(size).toBeLessThan(12e6);
		}
		expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(120e6);
		for (const { large: isLarge, size } of sizes) if (!isLarge) expect(size).toBeLessThan(200_000);
	});

	test("subjects rarely repeat", () => {
		const first = messages.filter(
			({ subject, copyOf }) => !copyOf && !/^(re|aw|sv|re ): ?/i.test(subject.replace(" :", ":")),
		);
		expect(new Set(first.map(({ subject }) => subject)).size).toBeGreaterThan(first.length * 0.98);
	});
});

describe("mail format", () => {
	test("every message parses to its given subject and sender", () => {
		for (const message of messages) {
			const email = of(message);
			expect([message.id, email.subject ?? "", email.from?.address]).toEqual([
				message.id,
				message.subject,
				message.from,
			]);
			expect(email.messageId).toMatch(/^<[^<>\s]+@[\w.-]+\.example>$/);
			expect((email.text ?? "") + (email.html ?? "")).not.toBe("");
			expect(email.text ?? "").not.toMatch(/[{}]|undefined|\ufffd/);
		}
	});

	test("every address uses a reserved domain, and every time is correct", () => {
		for (const message of messages) {
			const { text = "", html = "", headers } = of(message);
			const written = [text, html, ...headers.map(({ value }) => value)].join("\n");
			for (const [, domain] of written.matchAll(/[\w.+-]@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/g))
				expect(domain).toMatch(/\.example$/);
			for (const [, host] of written.matchAll(/https?:\/\/([^/"'\s<>)]+)/g))
				expect(host).toMatch(/\.example$|^www\.w3\.org$/);
			expect(Date.parse(of(message).date ?? "") - message.receivedAt).toBeLessThanOrEqual(0);
		}
	});

	test("lines are within the length limit and end in CRLF", () => {
		for (const message of small) {
			const source = Buffer.from(message.raw()).toString("latin1");
			expect(source.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
			expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThan(998);
			const [head = ""] = source.split("\r\n\r\n");
			expect(head).toMatch(/^[\x20-\x7e\r\n]*$/);
		}
	});

	test("replies reference the messages they reply to", () => {
		const ids = new Set(messages.map((message) => of(message).messageId));
		const replies = messages.filter((message) => ["person", "list"].includes(message.kind) && of(message).inReplyTo);
		expect(replies.length).toBeGreaterThan(250);
		for (const message of replies) {
			const { inReplyTo, references } = of(message);
			expect(ids).toContain(inReplyTo);
			expect(references?.split(/\s+/).at(-1)).toBe(inReplyTo);
		}
		expect(replies.some((message) => (of(message).references?.split(/\s+/).length ?? 0) >= 4)).toBe(true);
	});

	test("received mail has authentication results, and spam fails them", () => {
		const verdicts = new Map<string, number>();
		for (const message of messages) {
			const results = header(message, "authentication-results");
			if (message.folder === "drafts" || (message.folder === "sent" && !message.copyOf)) {
				expect(results).toBeNull();
				continue;
			}
			const verdict = /dmarc=(\w+)/.exec(results ?? "")?.[1] ?? "absent";
			verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
			if (message.kind === "spam") expect(verdict).not.toBe("pass");
		}
		expect([...verdicts.keys()].sort()).toEqual(["fail", "none", "pass"]);
	});

	test("many character sets and scripts are used", () => {
		const sources = small.map((message) => Buffer.from(message.raw()).toString("latin1"));
		for (const wanted of [
			/charset=iso-8859-1/,
			/charset=iso-2022-jp/,
			/charset=windows-1251/,
			/charset=utf-8/,
			/=\?iso-8859-1\?Q\?/,
		]) {
			expect(sources.filter((source) => wanted.test(source)).length).toBeGreaterThan(1);
		}
		const subjects = messages.map(({ subject }) => subject);
		for (const wanted of [
			/\p{Script=Hebrew}/u,
			/\p{Script=Arabic}/u,
			/\p{Script=Hiragana}/u,
			/\p{Script=Cyrillic}/u,
			/\p{Extended_Pictographic}/u,
			/^$/,
		]) {
			expect(subjects.some((subject) => wanted.test(subject))).toBe(true);
		}
	});
});

describe("unsubscribe methods", () => {
	test("all occur, from some thirty senders", () => {
		const met = new Map<string, Set<string>>();
		for (const message of messages.filter(({ folder }) => folder !== "spam")) {
			const field = header(message, "list-unsubscribe");
			const post = header(message, "list-unsubscribe-post") !== null;
			const linked = /href="[^"]*unsubscribe/.test(of(message).html ?? "");
			const https = field?.includes("<https:") ?? false;
			const mailto = field?.includes("<mailto:") ?? false;
			const kind =
				field === null
					? post
						? "post alone"
						: linked
							? "body"
							: "none"
					: `${https ? "https " : ""}${mailto ? "mailto " : ""}${https || mailto ? "" : "schemeless "}${post ? "post" : ""}`;
			const senders = met.get(kind.trim()) ?? new Set();
			met.set(kind.trim(), senders.add(message.from));
		}
		const kinds = [
			"https post",
			"https mailto post",
			"https",
			"mailto",
			"https mailto",
			"schemeless",
			"mailto post",
			"post alone",
			"body",
		];
		for (const kind of kinds) expect([kind, met.get(kind)?.size ?? 0]).toSatisfy(() => (met.get(kind)?.size ?? 0) >= 1);
		const senders = kinds.flatMap((kind) => [...(met.get(kind) ?? [])]);
		expect(new Set(senders).size).toBeGreaterThanOrEqual(30);
		expect(count((message) => header(message, "list-id") !== null)).toBeGreaterThan(80);
	});
});

test("one-click mail has valid DKIM signatures, with the key that the demo publishes", async () => {
	const signed = small.filter((message) => header(message, "list-unsubscribe-post") !== null);
	const recent = signed.filter(({ receivedAt }) => receivedAt > NOW - 50 * DAY);
	expect(recent.length).toBeGreaterThan(80);
	const resolver = async (name: string): Promise<string[][]> => demoSenders.txt(name);
	for (const message of recent.filter(({ kind }) => kind !== "newsletter").concat(recent.slice(0, 60))) {
		const { results } = await dkimVerify(Buffer.from(message.raw()), { strict: true, resolver });
		expect([message.id, results.map(({ status }) => status.result)]).toEqual([message.id, ["pass"]]);
		expect(header(message, "dkim-signature")).toContain(":list-unsubscribe:list-unsubscribe-post;");
		const domain = /header\.d=(\S+) header\.s=s1;/.exec(header(message, "authentication-results") ?? "")?.[1];
		expect(header(message, "dkim-signature")).toContain(`d=${domain};`);
	}
	expect(demoSenders.txt("s1._domainkey.example.com")).toEqual([]);
	expect(demoSenders.postOneClick("https://example.com/unsubscribe")).toBe(null);
});

describe("attachments are valid", () => {
	const files = (type: string) =>
		small
			.flatMap((message) => of(message).attachments.filter(({ mimeType }) => mimeType === type))
			.map(({ content }) => bytes(content));

	test("PDF: the cross-reference table points at objects", () => {
		const found = files("application/pdf");
		expect(found.length).toBeGreaterThan(60);
		for (const file of found) {
			const text = file.toString("latin1");
			expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
			const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
			expect(text.slice(start, start + 5)).toBe("xref\n");
			const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at));
			offsets.forEach((at, index) => {
				expect(text.slice(at, at + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
			});
		}
	});

	test("PNG: chunk checksums are correct", () => {
		const found = files("image/png");
		expect(found.length).toBeGreaterThan(50);
		for (const file of found.slice(0, 60)) {
			expect(file.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
			const types: string[] = [];
			for (let at = 8; at < file.length; ) {
				const length = file.readUInt32BE(at);
				types.push(file.toString("latin1", at + 4, at + 8));
				expect(crc32(file.subarray(at + 4, at + 8 + length))).toBe(file.readUInt32BE(at + 8 + length));
				at += 12 + length;
			}
			expect(types).toEqual(["IHDR", "IDAT", "IEND"]);
		}
	});

	test("calendars: every method, complete events", () => {
		const found = files("application/ics").map((file) => file.toString("utf8").replaceAll("\r\n", "\n"));
		for (const method of ["REQUEST", "REPLY", "CANCEL"])
			expect(found.filter((text) => text.includes(`METHOD:${method}\n`)).length).toBeGreaterThan(1);
		for (const text of found) {
			expect(text).toMatch(/^BEGIN:VCALENDAR\n[\s\S]*UID:\S+\n[\s\S]*DTSTART:\d{8}T\d{6}Z\n[\s\S]*END:VCALENDAR\n$/);
			for (const line of text.split("\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		}
	});

	test("documents, tables and archives have the right signature", () => {
		const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
		for (const file of [...files(word), ...files("application/zip")]) {
			expect(file.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
			expect(file.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
		}
		expect(files(word).length).toBeGreaterThan(3);
		expect(files("text/csv").every((file) => file.toString().startsWith("no,room,item"))).toBe(true);
		expect(files("text/csv").length).toBeGreaterThan(1);
	});

	test("a bounce names the failed recipient, and includes the original message", () => {
		const bounces = messages.filter(({ kind }) => kind === "bounce");
		const sent = new Set(messages.filter(({ folder }) => folder === "sent").map((message) => of(message).messageId));
		for (const bounce of bounces) {
			expect(header(bounce, "content-type")).toContain("report-type=delivery-status");
			expect(Buffer.from(bounce.raw()).toString()).toMatch(
				/Final-Recipient: rfc822; \S+@\S+\r\nAction: failed\r\nStatus: [45]\.\d\.\d/,
			);
			expect(sent).toContain(of(bounce).inReplyTo);
		}
	});
});
