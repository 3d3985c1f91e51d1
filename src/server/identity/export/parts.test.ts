import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { openArchive } from "./archive.ts";
import { openParts, type Part } from "./parts.ts";

async function filesIn(path: string): Promise<Map<string, string>> {
	const files = new Map<string, string>();
	const entries = Readable.from([await readFile(path)])
		.pipe(createGunzip())
		.pipe(extract());
	for await (const entry of entries) {
		const chunks: Buffer[] = [];
		for await (const chunk of entry) chunks.push(chunk as Buffer);
		expect(files.has(entry.header.name), entry.header.name).toBe(false);
		files.set(entry.header.name, Buffer.concat(chunks).toString());
	}
	return files;
}

test.each([
	{ part: 1, buffer: 1, isInterrupted: false },
	{ part: 20, buffer: 3, isInterrupted: false },
	{ part: 20, buffer: 3, isInterrupted: true },
	{ part: 3, buffer: 1_000, isInterrupted: true },
	{ part: 1_000, buffer: 1_000, isInterrupted: true },
])("each entry is where it was located: %j", async ({ isInterrupted, ...limits }) => {
	const folder = await mkdtemp(join(tmpdir(), "mailstead-parts-"));
	const path = join(folder, "archive");
	const { signal } = new AbortController();
	let archive = await openArchive(path, 0);
	let parts = await openParts(folder, [], limits);
	const entries: { file: string; offset: number; text: string }[] = [];
	for (let n = 0; n < 24; n++) {
		const [key, stem] = [`folder ${n % 3}`, n % 3 === 0 ? "Inbox" : "Work"];
		const text = `entry ${n};`;
		entries.push({ ...parts.locate(key, { stem, ending: "mbox" }), text });
		await parts.append(key, [Buffer.from(text.slice(0, 4)), Buffer.from(text.slice(4))]);
		if (n % 4 !== 3) continue;
		await parts.flush(archive, false, 0, signal);
		const saved: Part[] = await parts.finalize();
		const length = archive.length();
		if (!isInterrupted) {
			await parts.sweep();
			continue;
		}
		// What was done after the checkpoint is done again.
		await parts.append(key, [Buffer.from("lost")]);
		await parts.flush(archive, true, 0, signal);
		archive = await openArchive(path, length);
		parts = await openParts(folder, saved, limits);
	}
	await parts.flush(archive, true, 0, signal);
	await archive.finish(signal);
	const files = await filesIn(path);
	for (const { file, offset, text } of entries)
		expect([file, files.get(file)?.slice(offset, offset + text.length)]).toEqual([file, text]);
	const length = entries.reduce((sum, { text }) => sum + text.length, 0);
	expect([...files.values()].reduce((sum, text) => sum + text.length, 0)).toBe(length);
	await rm(folder, { recursive: true });
});
