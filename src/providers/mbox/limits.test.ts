import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import type { SkippedEntry } from "#server/mail/provider/provider.ts";
import { zip } from "../../../fixtures/mbox/zip.ts";
import { createMeter, LIMITS, type Meter, type ReadLimits } from "./limits.ts";
import { mboxProvider } from "./provider.ts";
import { type ReadItem, readUpload } from "./reading/reader.ts";

/** Files designed to cost a server far more to read than to send. */

const folder = mkdtempSync(join(tmpdir(), "mailstead-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SEPARATOR = "From a@example.org Mon Jan  5 08:50:15 2026\n";
const message = (subject: string, body = "Hello\n"): string => `${SEPARATOR}Subject: ${subject}\n\n${body}\n`;

let serial = 0;
function put(name: string, bytes: Buffer): string {
	const path = join(folder, `${serial++}-${name}`);
	writeFileSync(path, bytes);
	return path;
}

interface Read {
	/** The subject of each message found. */
	subjects: string[];
	skipped: SkippedEntry[];
	meter: Meter;
	/** CPU seconds of this process. */
	cpu: number;
}

async function readAll(name: string, bytes: Buffer, limits: Partial<ReadLimits> = {}): Promise<Read> {
	const file = { id: "1", name, path: put(name, bytes), sizeBytes: bytes.length };
	const meter = createMeter(bytes.length, { ...LIMITS, ...limits });
	const items: ReadItem[] = [];
	const from = process.cpuUsage();
	const signal = new AbortController().signal;
	for await (const item of readUpload(file, { from: { member: 0, offset: 0 }, meter, signal })) items.push(item);
	const { user, system } = process.cpuUsage(from);
	const subjects = items.flatMap((item) => ("raw" in item ? [/Subject: (.*)/.exec(String(item.raw))?.[1] ?? ""] : []));
	const skipped = items.flatMap((item) =>
		"raw" in item ? [] : [{ offset: item.at.offset, reason: item.reason, kind: item.kind, count: item.count }],
	);
	return { subjects, skipped, meter, cpu: (user + system) / 1e6 };
}

interface Local {
	name: string;
	/** As stored in the archive. */
	packed: Buffer;
	data: Buffer;
	method?: 0 | 8;
	/** Length of the extra field that the local header claims. */
	extra?: number;
}

function localHeader({ name, packed, data, method = 8, extra = 0 }: Local): Buffer {
	const header = Buffer.alloc(30 + name.length);
	header.writeUInt32LE(0x04034b50, 0);
	header.writeUInt16LE(20, 4);
	header.writeUInt16LE(method, 8);
	header.writeUInt32LE(crc32(data), 14);
	header.writeUInt32LE(packed.length, 18);
	header.writeUInt32LE(data.length, 22);
	header.writeUInt16LE(name.length, 26);
	header.writeUInt16LE(extra, 28);
	header.write(name, 30);
	return header;
}

/** An archive with a forged central directory. */
function archiveOf(body: Buffer, entries: (Local & { at: number })[]): Buffer {
	const central = entries.map(({ name, packed, data, method = 8, at }) => {
		const entry = Buffer.alloc(46 + name.length);
		entry.writeUInt32LE(0x02014b50, 0);
		entry.writeUInt16LE(20, 6);
		entry.writeUInt16LE(method, 10);
		entry.writeUInt32LE(crc32(data), 16);
		entry.writeUInt32LE(packed.length, 20);
		entry.writeUInt32LE(data.length, 24);
		entry.writeUInt16LE(name.length, 28);
		entry.writeUInt32LE(at, 42);
		entry.write(name, 46);
		return entry;
	});
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(
		central.reduce((sum, { length }) => sum + length, 0),
		12,
	);
	end.writeUInt32LE(body.length, 16);
	return Buffer.concat([body, ...central, end]);
}

describe("a zip archive whose entries overlap", () => {
	it("has each byte read once, however many entries refer to it", async () => {
		const data = Buffer.from(message("once", "x".repeat(8_000_000)));
		const kernel: Local = { name: "a.mbox", data, packed: deflateRawSync(data, { level: 9 }) };
		const body = Buffer.concat([localHeader(kernel), kernel.packed]);
		const make = (entries: number): Buffer =>
			archiveOf(
				body,
				Array.from({ length: entries }, (_, n) => ({ ...kernel, name: `${n}`.padStart(6, "0"), at: 0 })),
			);
		const one = await readAll("one.zip", make(1));
		const many = await readAll("many.zip", make(2_000));
		expect([one.subjects, many.subjects]).toEqual([["once"], ["once"]]);
		expect(many.meter.unpackedBytes).toBe(one.meter.unpackedBytes);
		expect(many.skipped).toMatchObject([{ kind: "overlap", count: 1_999 }]);
		expect(many.skipped[0]?.reason).toContain("shares its bytes with another file");
	});

	it("is detected when one entry is inside another's data", async () => {
		const inner: Local = {
			name: "b.mbox",
			data: Buffer.from(message("inner")),
			packed: Buffer.from(message("inner")),
			method: 0,
		};
		const text = Buffer.from(message("outer"));
		const quoted = Buffer.concat([text, localHeader(inner), inner.packed]);
		const outer: Local = { name: "a.mbox", data: quoted, packed: quoted, method: 0 };
		const start = localHeader(outer);
		const body = Buffer.concat([start, quoted]);
		const { subjects, skipped } = await readAll(
			"quoted.zip",
			archiveOf(body, [
				{ ...outer, at: 0 },
				{ ...inner, at: start.length + text.length },
			]),
		);
		expect(subjects[0]).toBe("outer");
		expect(skipped).toMatchObject([{ kind: "overlap", count: 1 }]);
	});

	it("is detected when only the local header shows it", async () => {
		const make = (name: string): Local => ({
			name,
			data: Buffer.from(message(name)),
			packed: Buffer.from(message(name)),
			method: 0,
		});
		const [first, second] = [make("a.mbox"), make("b.mbox")];
		// Moves the first file's data into the second's.
		const header = localHeader({ ...first, extra: 60 });
		const body = Buffer.concat([header, first.packed, localHeader(second), second.packed]);
		const { subjects, skipped } = await readAll(
			"local.zip",
			archiveOf(body, [
				{ ...first, at: 0 },
				{ ...second, at: header.length + first.packed.length },
			]),
		);
		expect(subjects).toEqual(["b.mbox"]);
		expect(skipped).toMatchObject([{ reason: expect.stringContaining("shares its bytes") }]);
	});
});

describe("a packed file", () => {
	it("with a bomb among mail loses only the bomb, unless the whole archive is one", async () => {
		const bomb = Buffer.alloc(17 * 1024 * 1024, "a\n");
		const { subjects, skipped, meter } = await readAll(
			"one-bomb.zip",
			zip([
				{ path: "a.mbox", bytes: message("before") },
				{ path: "b.mbox", bytes: Buffer.concat([Buffer.from(message("bomb")), bomb]) },
				{ path: "c.mbox", bytes: message("after") },
			]),
		);
		expect(subjects).toEqual(["before", "bomb", "after"]);
		expect(skipped).toMatchObject([{ kind: "unreadable", reason: expect.stringMatching(/b\.mbox: .*200 times/) }]);
		expect(meter.unpackedBytes).toBeLessThan(LIMITS.freeEntryBytes + 1024 * 1024);

		const bombs = zip(
			Array.from({ length: 20 }, (_, n) => ({
				path: `${n}.mbox`,
				bytes: Buffer.concat([Buffer.from(message("x")), bomb]),
			})),
		);
		const many = await readAll("many-bombs.zip", bombs);
		const maxBytes = Math.max(LIMITS.freeBytes, bombs.length * LIMITS.ratio);
		expect(maxBytes).toBeLessThan(20 * LIMITS.freeEntryBytes);
		expect(many.meter.unpackedBytes).toBeLessThan(maxBytes + 1024 * 1024);
		expect(many.skipped.at(-1)).toMatchObject({
			kind: "limit",
			reason: expect.stringContaining("the rest is not read"),
		});
	});

	it("is not unpacked recursively: nested archives and packed files are skipped", async () => {
		const inner = zip([{ path: "a.eml", bytes: "Subject: inner\n\nhi\n" }]);
		const { subjects, skipped } = await readAll(
			"nested.zip",
			zip([
				{ path: "inner.zip", bytes: inner },
				{ path: "twice.mbox.gz", bytes: gzipSync(gzipSync(message("twice"))) },
				{ path: "good.mbox", bytes: message("good") },
			]),
		);
		expect(subjects).toEqual(["good"]);
		expect(skipped).toHaveLength(2);
	});

	it("with 400,000 empty messages costs what its bytes cost, not 400,000 messages", async () => {
		const make = (count: number): Buffer =>
			gzipSync(message("real") + `${SEPARATOR}\n`.repeat(count) + message("last"));
		const few = await readAll("few.mbox.gz", make(40_000));
		const many = await readAll("many.mbox.gz", make(400_000));
		expect([few.subjects, many.subjects]).toEqual([
			["real", "last"],
			["real", "last"],
		]);
		expect(many.skipped).toMatchObject([{ kind: "empty", count: 400_000 }]);
		expect(many.cpu).toBeLessThan(30 * Math.max(few.cpu, 0.1));
	});

	it("with the same message repeated yields a hundred copies of it", async () => {
		const { subjects, skipped } = await readAll(
			"copies.mbox.gz",
			gzipSync(message("same").repeat(50_000) + message("last")),
		);
		expect(subjects).toHaveLength(LIMITS.copies + 1);
		expect(subjects.at(-1)).toBe("last");
		expect(skipped).toMatchObject([{ kind: "copy", count: 50_000 - LIMITS.copies }]);
	});

	it("cannot contain more messages than its size allows", async () => {
		const bytes = gzipSync(Array.from({ length: 3_000 }, (_, n) => message(String(n))).join(""));
		const { subjects, skipped } = await readAll("crowd.mbox.gz", bytes, { freeMessages: 100, bytesPerMessage: 1_000 });
		expect(subjects).toHaveLength(100 + Math.floor(bytes.length / 1_000));
		expect(skipped).toMatchObject([{ kind: "limit", reason: expect.stringContaining("cannot hold more than") }]);
	});

	it("with 10,000 tiny files costs ten times what 1,000 cost", async () => {
		const make = (count: number): Buffer =>
			zip(Array.from({ length: count }, (_, n) => ({ path: `m/${n}.eml`, bytes: `Subject: ${n}\n\nhello\n` })));
		const few = await readAll("few.zip", make(1_000));
		const many = await readAll("many.zip", make(10_000));
		expect(many.subjects).toHaveLength(10_000);
		expect(many.cpu).toBeLessThan(30 * Math.max(few.cpu, 0.1));
	});

	it("is abandoned when reading takes longer than for any real file", async () => {
		const bytes = gzipSync(message("first") + message("x", "y\n".repeat(2_000_000)));
		const { skipped } = await readAll("slow.mbox.gz", bytes, { seconds: 0, secondsPerMegabyte: 0 });
		expect(skipped).toMatchObject([{ kind: "limit", reason: expect.stringContaining("took longer") }]);
	});

	it("keeps its message limit across interruptions", async () => {
		const bytes = gzipSync(Array.from({ length: 30 }, (_, n) => message(String(n))).join(""));
		const environment = memoryEnvironment({ now: Date.UTC(2026, 5, 1) });
		environment.addFile(put("resumed.mbox.gz", bytes), "resumed.mbox.gz");
		const counted: number[] = [];
		for (let cursor: string | null = null, more = true; more; ) {
			const session = await mboxProvider.open(environment);
			const page = await session.reader.listChanges(cursor, { limit: 10, signal: new AbortController().signal });
			counted.push(JSON.parse(page.cursor).messages);
			({ cursor, more } = page);
			await session.close();
		}
		expect(counted.slice(0, 3)).toEqual([10, 20, 30]);
	});
});
