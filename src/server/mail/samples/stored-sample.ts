import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ParsedItem } from "../parse/pool/pool.ts";
import type { ProviderKind, RemoteMessage } from "../provider/provider.ts";
import type { Sample } from "../provider/sample.ts";

/** A prepared sample: its messages are parsed, and their bytes are files. */
export interface StoredSample extends Omit<Sample, "messages"> {
	/** Of the program that prepared it: another one may parse, or generate, differently. */
	version: string;
	messages: { remote: RemoteMessage; content: ParsedItem }[];
}

/** A prepared sample on disk. */
export interface SampleFolder {
	/** Absolute path; contains `sample.json` and `blobs/<2 hex>/<sha256>`. */
	path: string;
	/** Epoch milliseconds. */
	base: number;
}

/** Older samples are not used: a mailbox starts with mail of the past day. */
const USED_FOR_MS = 36 * 3_600_000;

/** The folder of a provider's samples. It may be deleted while the server is stopped. */
export function samplesFolder(dataDir: string, kind: ProviderKind): string {
	return join(dataDir, "samples", kind);
}

/** A sample that is being prepared: its folder has this ending until it is complete. */
const UNFINISHED = ".tmp";

/** The folder of a sample while it is prepared. Several processes may prepare one at the same time. */
export function unfinishedSampleFolder(dataDir: string, kind: ProviderKind, base: number): string {
	return join(samplesFolder(dataDir, kind), `${base}.${randomUUID()}${UNFINISHED}`);
}

/** Samples of a provider that are being prepared, and those that a crashed process left. */
export async function listUnfinishedSamples(dataDir: string, kind: ProviderKind): Promise<SampleFolder[]> {
	const root = samplesFolder(dataDir, kind);
	const names = (await readdir(root).catch(() => [])).filter((name) => name.endsWith(UNFINISHED));
	return names.map((name) => ({ path: join(root, name), base: Number.parseInt(name, 10) }));
}

/** The files of a sample's messages. */
export function sampleBlobs(folder: SampleFolder): string {
	return join(folder.path, "blobs");
}

/** Prepared samples of a provider, newest first; those being prepared are not among them. */
export async function listSamples(dataDir: string, kind: ProviderKind): Promise<SampleFolder[]> {
	const root = samplesFolder(dataDir, kind);
	const names = (await readdir(root).catch(() => [])).filter((name) => /^\d+$/.test(name));
	return names.map((name) => ({ path: join(root, name), base: Number(name) })).sort((a, b) => b.base - a.base);
}

/**
 * The newest prepared sample of a provider.
 * @param now epoch milliseconds
 * @returns null when there is none, or none of this version and the past day
 */
export async function readSample(
	dataDir: string,
	kind: ProviderKind,
	{ version, now }: { version: string; now: number },
): Promise<{ folder: SampleFolder; sample: StoredSample } | null> {
	const [folder] = await listSamples(dataDir, kind);
	if (folder === undefined || folder.base > now || folder.base < now - USED_FOR_MS) return null;
	// A newer one may replace it meanwhile.
	const text = await readFile(join(folder.path, "sample.json"), "utf8").catch(() => null);
	if (text === null) return null;
	const sample = JSON.parse(text) as StoredSample;
	return sample.version === version ? { folder, sample } : null;
}

/** Deletes samples. Mailboxes that started with them keep their mail. */
export async function deleteSamples(folders: readonly SampleFolder[]): Promise<void> {
	for (const { path } of folders) await rm(path, { recursive: true, force: true });
}
