import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import tar from "tar-stream";
import { afterAll, expect, test } from "vitest";
import { conformance } from "#providers/conformance.ts";
import { modelTest } from "#providers/conformance-model.ts";
import { type MemoryEnvironment, memoryEnvironment } from "#providers/memory-environment.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ChangePage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { isSoak } from "#test/soak.ts";
import { readTarball } from "../../../fixtures/archives.ts";
import { corpus } from "../../../fixtures/corpora.ts";
import { zip } from "../../../fixtures/mbox/zip.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { mboxProvider } from "./provider.ts";

const folder = mkdtempSync(join(tmpdir(), "mailstead-mbox-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = (name: string): string => new URL(`../../../fixtures/mbox/${name}`, import.meta.url).pathname;
let serial = 0;
function put(name: string, bytes: Buffer | string): string {
	const path = join(folder, `${serial++}-${name}`);
	writeFileSync(path, bytes);
	return path;
}

const message = (subject: string, body = "Hello\n"): string =>
	`From a@example.org Mon Jan  5 08:50:15 2026\nFrom: a@example.org\nSubject: ${subject}\n\n${body}\n`;

function account(...files: [path: string, name?: string][]): MemoryEnvironment {
	const environment = memoryEnvironment({ now: Date.UTC(2026, 5, 1) });
	for (const [path, name] of files) environment.addFile(path, name);
	return environment;
}

async function pages(session: ProviderSession, from: string | null = null, limit = 50): Promise<ChangePage[]> {
	const all: ChangePage[] = [];
	for (let cursor = from; ; ) {
		const page = await session.reader.listChanges(cursor, { limit, signal: new AbortController().signal });
		all.push(page);
		cursor = page.cursor;
		if (!page.more) return all;
	}
}

async function read(environment: MemoryEnvironment, limit = 50) {
	const all = await pages(await mboxProvider.open(environment), null, limit);
	return { messages: all.flatMap((page) => page.messages), skipped: all.flatMap((page) => page.skipped ?? []), all };
}

conformance({
	name: "mbox",
	provider: mboxProvider,
	async setup() {
		const environment = account([fixture("takeout.mbox")]);
		return {
			environment,
			messages: 12,
			elsewhere: { deliver: async () => void environment.addFile(put("more.mbox", message("later"))) },
		};
	},
});

modelTest({
	name: "mbox",
	provider: mboxProvider,
	async setup() {
		const environment = account([fixture("takeout.mbox")]);
		const deliver = async (): Promise<void> => void environment.addFile(put("more.mbox", message(`later ${serial}`)));
		return { environment, elsewhere: { deliver } };
	},
	// Each page starts a thread that reads the file.
	histories: [2, 200],
	isStoredHere: true,
});

conformance({
	name: "mbox, packed",
	provider: mboxProvider,
	async setup() {
		const environment = account([
			put("takeout.gz", gzipSync(readFileSync(fixture("takeout.mbox")))),
			"takeout.mbox.gz",
		]);
		return { environment, messages: 12 };
	},
	// What reads the file; the rest is in the account's state, as above. The release run has all rules.
	...(!isSoak && {
		only: ["folders", "listing", "resume", "quiet", "cursor", "fetch", "missing", "abort", "concurrency"],
	}),
});

const takeout = readFileSync(fixture("takeout.mbox"));
const never = (): AbortSignal => new AbortController().signal;

async function tgz(files: [name: string, bytes: Buffer | string][]): Promise<Buffer> {
	const pack = tar.pack();
	for (const [name, bytes] of files) pack.entry({ name }, Buffer.from(bytes));
	pack.finalize();
	const parts: Buffer[] = [];
	for await (const part of pack) parts.push(part as Buffer);
	return gzipSync(Buffer.concat(parts));
}

const sent = message("sent one") + message("sent two");
const tree: [string, string | Buffer][] = [
	["Takeout/archive_browser.html", "<html><body>From: nobody</body></html>"],
	["Takeout/Mail/All mail Including Spam and Trash.mbox", takeout],
	["Takeout/Mail/User Settings/Filters.json", '{"filters": []}'],
	[`../../${"deep/".repeat(60)}Gesendet.mbox`, sent],
	["Takeout/Mail/message.eml", "From: b@example.org\r\nSubject: alone\r\n\r\nhi\r\n"],
];

const containers: [string, () => Promise<[string, Buffer | string]>][] = [
	["mbox", async () => ["takeout.mbox", takeout]],
	["mbox.gz", async () => ["takeout.mbox.gz", gzipSync(takeout)]],
	["zip", async () => ["takeout.zip", zip(tree.map(([path, bytes]) => ({ path, bytes })))]],
	["stored zip", async () => ["takeout.zip", zip(tree.map(([path, bytes]) => ({ path, bytes, stored: true })))]],
	["tgz", async () => ["takeout.tgz", await tgz(tree)]],
	["tar", async () => ["takeout.tar", gunzipSync(await tgz(tree))]],
	["any name", async () => ["download (1)", await tgz(tree)]],
];

test.each(containers)("%s: every page boundary resumes in a new session with the same ids", async (kind, make) => {
	const [name, bytes] = await make();
	const path = put(name, bytes);
	const full = await read(account([path, name]), 1);
	const archive = !kind.startsWith("mbox");
	expect(full.messages).toHaveLength(archive ? 15 : 12);
	expect(full.skipped).toEqual([]);
	expect(full.all.at(-1)).toMatchObject({ more: false });
	const ids = full.messages.map(({ id }) => id);
	for (const [index, page] of full.all.entries()) {
		// Between messages of the first member there is the same again: the release run has all.
		if (!isSoak && index > 2 && index < 10) continue;
		const rest = await pages(await mboxProvider.open(account([path, name])), page.cursor, 5);
		const late = rest.flatMap(({ messages }) => messages.map(({ id }) => id));
		expect([...full.all.slice(0, index + 1).flatMap(({ messages }) => messages.map(({ id }) => id)), ...late]).toEqual(
			ids,
		);
	}
	if (archive) expect(full.messages.slice(12).map(({ folderId }) => folderId)).toEqual(["sent", "sent", "inbox"]);
});

test("imports Gmail's labels, threads and dates, and undoes quoting", async () => {
	const { messages } = await read(account([fixture("takeout.mbox")]));
	const [first, , sale, german, french, , trashed, draft, ticket, once, twice, last] = messages;
	expect(first).toMatchObject({
		folderId: "inbox",
		flags: { read: true, starred: true, important: true },
		labels: ["Category Personal"],
		category: "primary",
		threadId: "1790000000000000001",
		receivedAt: Date.UTC(2026, 0, 5, 9, 12, 44),
	});
	expect(messages[1]).toMatchObject({ folderId: "sent", threadId: "1790000000000000001" });
	expect(sale).toMatchObject({
		folderId: "inbox",
		flags: { read: false },
		labels: ["Category Promotions"],
		category: "promotions",
	});
	expect(german).toMatchObject({
		folderId: "inbox",
		flags: { read: false },
		labels: ["Category Updates"],
		category: "updates",
	});
	expect(french).toMatchObject({
		folderId: "archive",
		labels: ["Category Social", "Culture, associations"],
		category: "social",
	});
	expect(trashed).toMatchObject({ folderId: "trash", labels: ["Receipts"] });
	expect(draft?.folderId).toBe("drafts");
	expect(ticket).toMatchObject({ folderId: "archive", labels: ["Receipts", "Trips/2026"] });
	expect(Buffer.from(first?.raw ?? []).toString()).toContain("\r\nFrom the shed");
	expect(Buffer.from(ticket?.raw ?? []).toString()).toContain("\r\n>From here on");
	expect(Buffer.from(last?.raw ?? []).toString()).toContain("\r\nFrom me Mon maybe 12:00\r\n");
	expect(twice?.id).toBe(`${once?.id}-2`);
	expect(messages.every(({ source }) => source === undefined)).toBe(true);
});

test("the same file again adds no ids, and destroyed messages stay destroyed", async () => {
	const environment = account([fixture("takeout.mbox")]);
	const session = await mboxProvider.open(environment);
	const first = await pages(session);
	const ids = new Set(first.flatMap(({ messages }) => messages.map(({ id }) => id)));
	const [gone = ""] = ids;
	await session.writer.destroy([gone]);
	environment.addFile(put("again.gz", gzipSync(takeout)));
	const again = await pages(session, first.at(-1)?.cursor);
	const later = again.flatMap(({ messages }) => messages.map(({ id }) => id));
	expect(later).toHaveLength(11);
	expect(later.every((id) => ids.has(id) && id !== gone)).toBe(true);
	expect(again.flatMap(({ removed }) => removed)).toEqual([gone]);
});

test("a file added later is listed from the cursor on", async () => {
	const environment = account();
	const session = await mboxProvider.open(environment);
	const empty = await pages(session);
	expect(empty).toMatchObject([{ messages: [], more: false }]);
	environment.addFile(put("one.mbox", message("one")));
	const one = await pages(session, empty[0]?.cursor);
	expect(one.flatMap(({ messages }) => messages)).toHaveLength(1);
	environment.addFile(put("two.eml", "From: c@example.org\nSubject: two\n\nbody\n"));
	const two = (await pages(await mboxProvider.open(environment), one.at(-1)?.cursor)).flatMap(
		({ messages }) => messages,
	);
	const texts = two.map(({ raw }) => Buffer.from(raw ?? []).toString());
	expect(texts).toEqual(["From: c@example.org\nSubject: two\n\nbody\n"]);
});

test("consecutive pages read the file once, and progress reaches the total", async () => {
	const path = put(
		"once.mbox",
		Array.from({ length: 60 }, (_, index) => message(`${index}`, "x".repeat(200_000))).join(""),
	);
	const session = await mboxProvider.open(account([path]));
	const first = await session.reader.listChanges(null, { limit: 50, signal: never() });
	expect(first.messages.length).toBeLessThan(30);
	// The open stream no longer needs the path; opening it again would fail.
	unlinkSync(path);
	const rest = await pages(session, first.cursor);
	expect(first.messages.length + rest.flatMap(({ messages }) => messages).length).toBe(60);
	const done = [first, ...rest].map((page) => page.done ?? 0);
	expect(done).toEqual([...done].sort((a, b) => a - b));
	expect(rest.at(-1)).toMatchObject({ done: first.total, unit: "bytes" });
});

test("raw bytes do not share memory between messages", async () => {
	const { messages } = await read(account([fixture("takeout.mbox")]));
	for (const { raw } of messages) expect(raw?.buffer.byteLength).toBe(raw?.byteLength);
});

test("a truncated gzip yields the readable messages and reports where it ends", async () => {
	const testMessages = Array.from({ length: 400 }, (_, index) =>
		message(`${index}`, `${Math.sin(index)}\n`.repeat(40)),
	);
	const packed = gzipSync(testMessages.join(""));
	const path = put("broken.mbox.gz", packed.subarray(0, packed.length / 2));
	const { messages, skipped, all } = await read(account([path]), 7);
	expect(messages.length).toBeGreaterThan(100);
	expect(messages.at(-1)?.source).toMatchObject({ damage: expect.stringContaining("breaks off") });
	expect(messages.slice(0, -1).every(({ source }) => source === undefined)).toBe(true);
	expect(skipped).toEqual([
		{ offset: expect.any(Number), reason: expect.stringContaining("breaks off before its end") },
	]);
	for (const page of all.slice(-3)) {
		const rest = await pages(await mboxProvider.open(account([path])), page.cursor, 7);
		const expected = all.slice(all.indexOf(page) + 1).flatMap((later) => later.skipped ?? []);
		expect(rest.flatMap((later) => later.skipped ?? [])).toEqual(expected);
	}
});

test("a truncated tgz yields the messages before the truncation", async () => {
	const noise = Array.from({ length: 4000 }, (_, index) => Math.cos(index)).join("\n");
	const packed = await tgz([
		["one.eml", "From: a@example.org\n\nhi\n"],
		["two.mbox", sent],
		["three.eml", `From: c@d.example\n\n${noise}`],
	]);
	const path = put("broken.tgz", packed.subarray(0, packed.length * 0.6));
	const { messages, skipped } = await read(account([path]));
	expect(messages).toHaveLength(4);
	expect(messages.at(-1)?.source?.damage).toContain("breaks off");
	expect((await read(account([path]), 1)).messages).toEqual(messages);
	expect(skipped).toMatchObject([{ reason: expect.stringContaining("breaks off") }]);
});

test("a damaged member of a zip does not stop the others", async () => {
	const bytes = zip([
		{ path: "one.mbox", bytes: message("one"), stored: true },
		{ path: "two.mbox", bytes: message("two", "SPOILME\n"), stored: true },
		{ path: "three.mbox", bytes: message("three") },
		{ path: "four.mbox", bytes: message("four"), encrypted: true },
	]);
	bytes.write("spoiled", bytes.indexOf("SPOILME"));
	const { messages, skipped } = await read(account([put("damaged.zip", bytes)]));
	expect(messages).toHaveLength(3);
	expect(messages[1]?.source?.damage).toContain("breaks off");
	expect(skipped.map(({ reason }) => reason)).toEqual([
		expect.stringContaining("checksum"),
		expect.stringMatching(/four\.mbox: is protected with a password/),
	]);
});

test.each([
	["a zip cut short", "cut.zip", zip([{ path: "a.mbox", bytes: takeout }]).subarray(0, 900), "cannot be read"],
	["an archive without mail", "photos.zip", zip([{ path: "a.jpg", bytes: "jpeg" }]), "no mail"],
	["a picture", "a.mbox.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), "no mail"],
	["bzip2", "a.mbox", Buffer.from("BZh91AY"), "bzip2"],
	["an empty file", "a.mbox", Buffer.alloc(0), "empty"],
	["no gzip after all", "a.gz", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]), "damaged"],
	[
		"an archive in an archive",
		"a.zip",
		zip([{ path: "b.zip", bytes: zip([{ path: "c.eml", bytes: "A: b" }]) }]),
		"archive inside",
	],
])("%s is skipped with a reason, and the next file is read", async (_, name, bytes, reason) => {
	const environment = account([put(name, bytes), name], [put("good.mbox", message("good"))]);
	const { messages, skipped, all } = await read(environment);
	expect(messages).toHaveLength(1);
	expect(skipped).toEqual([{ offset: 0, reason: expect.stringContaining(reason) }]);
	expect(all.at(-1)?.more).toBe(false);
});

test("a file designed to fill the disk is stopped early", async () => {
	const bomb = gzipSync(Buffer.concat([Buffer.from(message("bomb")), Buffer.alloc(150 * 1024 * 1024, "a\n")]));
	const { skipped } = await read(account([put("bomb.gz", bomb), "bomb.mbox.gz"]));
	expect(skipped).toMatchObject([{ reason: expect.stringContaining("times its size") }]);
});

test("a missing file is a temporary error, not an empty mailbox", async () => {
	const path = put("gone.mbox", message("gone"));
	const environment = account([path]);
	unlinkSync(path);
	await expect(read(environment)).rejects.toBeInstanceOf(Unavailable);
});

testIf(corpus("markup-gmail/takeout-open.mbox.gz") !== null)(
	"a real Takeout: 244 messages with labels and threads",
	async () => {
		const { messages, skipped } = await read(account([corpus("markup-gmail/takeout-open.mbox.gz") ?? ""]));
		expect(skipped).toEqual([]);
		expect(new Set(messages.map(({ id }) => id)).size).toBe(244);
		const count = (label: string): number => messages.filter(({ labels }) => labels.includes(label)).length;
		expect([count("Category Promotions"), count("Category Updates"), count("Category Personal")]).toEqual([151, 90, 3]);
		expect(messages.filter(({ folderId }) => folderId === "spam")).toHaveLength(59);
		expect(messages.every(({ threadId, receivedAt, flags }) => threadId && receivedAt && !flags.read)).toBe(true);
	},
);

/** Counted by hand: separator lines of each file, minus those that are text (one in separators2). */
const VARIANTS: Record<string, Record<string, number>> = {
	"mail-mbox-messageparser": {
		"binary_body.txt": 1,
		"hessbug.txt": 1,
		"invalid-boundaries.txt": 8,
		"mailarc-1-dos.txt": 16,
		"mailarc-1.txt": 16,
		"mailarc-2.txt": 5,
		"mailarc-2.txt.gz": 5,
		"mailarc-2.txt.bz2": 0,
		"mailarc-2.txt.lz": 0,
		"mailarc-2.txt.xz": 0,
		"mailarc-3.txt": 17,
		"mailseparators.txt": 3,
		"malformed.txt": 54,
		"newlines_at_beginning.txt": 1,
		"non-mailbox.txt.gz": 0,
		"separators1.sep": 4,
		"separators2.sep": 2,
		"vm-emacs.txt": 1,
	},
	"mailutils-spool": {
		DISTFILES: 0,
		"bigto.mbox": 1,
		mbox: 1,
		mbox1: 5,
		mbox2: 5,
		"mime.mbox": 2,
		"mime.msg": 1,
		"msg.mbox": 4,
		"relational.mbox": 9,
		"search.mbox": 8,
		"search2.mbox": 5,
		"sieve.mbox": 3,
		"teaparty.mbox": 95,
	},
	"mime4j-mbox": {
		"mbox.rlug": 5,
		"mbox.rlug-0": 1,
		"mbox.rlug-1": 1,
		"mbox.rlug-2": 1,
		"mbox.rlug-3": 1,
		"mbox.rlug-4": 1,
	},
};

testIf(corpus("mbox-variants") !== null).each(Object.entries(VARIANTS))(
	"%s: every file has its messages",
	async (set, counts) => {
		const files = await readTarball(corpus(`mbox-variants/${set}.tar.gz`) ?? "");
		const found: Record<string, number> = {};
		for (const { path, bytes } of files) {
			const name = path.split("/").at(-1) ?? "";
			const { messages, skipped } = await read(account([put("variant", bytes), name]));
			found[name] = messages.length;
			expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
			expect(skipped).toHaveLength(messages.length === 0 ? 1 : 0);
		}
		expect(found).toEqual(counts);
	},
);
