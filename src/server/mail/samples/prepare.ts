import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createFileBlobs } from "../../platform/blobs/blobs.ts";
import type { MailContext } from "../context/context.ts";
import type { Provider, ProviderKind } from "../provider/provider.ts";
import type { SampleMessage } from "../provider/sample.ts";
import {
	deleteSamples,
	listSamples,
	listUnfinishedSamples,
	readSample,
	type StoredSample,
	samplesFolder,
	unfinishedSampleFolder,
} from "./stored-sample.ts";

/** A sample is replaced after a day. */
const RENEWED_AFTER_MS = 24 * 3_600_000;
/** What a crashed process left is deleted. */
const ABANDONED_MS = 3_600_000;
/** Bytes parsed at a time. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Longest work without a pause, unless a single message takes longer. */
const TURN_MS = 10;
/** Free space that is required: the demo's mail has some 110 MB. */
const ROOM_BYTES = 250e6;
/** Folder of the messages while they are written. */
const BLOBS = "blobs";

type SampleContext = Pick<MailContext, "config" | "disk" | "parsePool" | "now">;

/**
 * Prepares the mail that new mailboxes of a provider start with, unless a recent sample exists: generates and parses
 * it, which takes seconds, and deletes the older ones.
 * @throws the signal's reason
 */
export async function prepareSample(ctx: SampleContext, provider: Provider, signal: AbortSignal): Promise<void> {
	const { kind, sample: make } = provider;
	if (make === undefined) return;
	const { dataDir, version } = ctx.config;
	const now = ctx.now();
	const current = await readSample(dataDir, kind, { version, now });
	if (current !== null && current.folder.base > now - RENEWED_AFTER_MS) return;
	// To the minute, so that processes that start together prepare the same one.
	const base = Math.floor(now / 60_000) * 60_000;
	const path = unfinishedSampleFolder(dataDir, kind, base);
	try {
		// First of all: new mailboxes wait for a sample that is being prepared.
		await mkdir(path, { recursive: true, mode: 0o700 });
		await ctx.disk.assertRoom(ROOM_BYTES);
		await deleteAbandoned(dataDir, kind, now);
		const { cursor, messages } = make(base);
		const stored = await storeMessages(ctx, messages, path, signal);
		const sizes = stored.map(({ remote }) => remote.sizeBytes ?? 0);
		const sample: StoredSample = { version, base, cursor, sizes, messages: stored };
		await writeFile(join(path, "sample.json"), JSON.stringify(sample), { mode: 0o600, flush: true });
		const older = await listSamples(dataDir, kind);
		// A sample of the same minute that this version does not use.
		await deleteSamples(older.filter((folder) => folder.base === base));
		await rename(path, join(samplesFolder(dataDir, kind), String(base)));
		await deleteSamples(older.filter((folder) => folder.base !== base));
	} finally {
		await rm(path, { recursive: true, force: true });
	}
}

async function storeMessages(
	ctx: SampleContext,
	messages: readonly SampleMessage[],
	path: string,
	signal: AbortSignal,
): Promise<StoredSample["messages"]> {
	const stored: StoredSample["messages"] = [];
	let waiting: { message: SampleMessage; raw: Uint8Array }[] = [];
	const store = async (): Promise<void> => {
		const raws = waiting.map(({ raw }) => raw);
		const items = await ctx.parsePool.parse(raws, { blobDir: join(path, BLOBS) });
		waiting.forEach(({ message, raw }, i) => {
			const content = items[i];
			if (content !== undefined) stored.push({ remote: { ...message.remote, sizeBytes: raw.length }, content });
		});
		waiting = [];
	};
	let bytes = 0;
	let busyMs = 0;
	for (const message of messages) {
		// Composing a message takes from a fraction of a millisecond to a tenth of a second: requests, which need several
		// turns of the event loop, get as much time as this.
		if (busyMs >= TURN_MS) {
			await setTimeout(busyMs);
			busyMs = 0;
		}
		signal.throwIfAborted();
		const begun = performance.now();
		const raw = message.raw();
		busyMs += performance.now() - begun;
		waiting.push({ message, raw });
		bytes += raw.length;
		if (bytes < BATCH_BYTES) continue;
		await store();
		bytes = 0;
	}
	await store();
	const blobs = createFileBlobs(path, { durable: ctx.config.databaseUrl !== null });
	await blobs.makeDurable(
		BLOBS,
		stored.map(({ content }) => content.sha256),
		signal,
	);
	await syncFolder(join(path, BLOBS));
	return stored;
}

async function syncFolder(path: string): Promise<void> {
	const handle = await open(path);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function deleteAbandoned(dataDir: string, kind: ProviderKind, now: number): Promise<void> {
	const abandoned = (await listUnfinishedSamples(dataDir, kind)).filter(({ base }) => base < now - ABANDONED_MS);
	await deleteSamples(abandoned);
}
