import { createHash } from "node:crypto";
import type { MailContext } from "../mail/context/context.ts";
import { textIndexOf } from "../mail/store/text-index-of.ts";
import { indexPath } from "../mail/text-index/fts-index.ts";
import type { IndexDifference } from "../mail/text-index/text-index.ts";
import { verifyIndexFile } from "../mail/text-index/verify-file.ts";
import type { StoredBlob } from "../platform/blobs/blobs.ts";
import { namedBlobs, type RowsOf } from "./named-blobs.ts";

/** Compares the text index, the database and the raw messages of an installation. Nothing is changed. */

export interface VerifyOptions {
	/** Reads every raw message and compares its hash with its name; without it only their presence is checked. */
	withContent: boolean;
	signal: AbortSignal;
	progress(what: string, done: number, total: number | null, unit: string): void;
}

/** A raw message that differs from what the database says. */
export interface BlobDifference {
	accountId: string;
	sha256: string;
	what: "missing" | "damaged";
}

export interface VerifyReport {
	/** Raw messages that rows name. */
	blobs: number;
	index: IndexDifference[];
	blobDifferences: BlobDifference[];
	/** Raw messages that no row names, which a crash may leave. */
	unnamed: { count: number; bytes: number };
}

type Ctx = Pick<MailContext, "database" | "blobs">;

/** @throws Interrupted when its signal is aborted */
export async function verifyInstallation(ctx: Ctx, options: VerifyOptions): Promise<VerifyReport> {
	options.progress("search index", 0, null, "differences");
	const { database } = ctx;
	const index =
		database.dataDir === null
			? await textIndexOf(database).verify()
			: await verifyIndexFile(database, indexPath(database.dataDir));
	options.signal.throwIfAborted();
	return { index, ...(await compareBlobs(ctx, options)) };
}

async function compareBlobs(
	{ database, blobs }: Ctx,
	{ withContent, signal, progress }: VerifyOptions,
): Promise<Omit<VerifyReport, "index">> {
	const stored = await listStored(blobs.list(), signal);
	const named = await listNamed(database, signal);
	const found: BlobDifference[] = [];
	for (const [i, { accountId, sha256 }] of named.entries()) {
		signal.throwIfAborted();
		progress("messages", i, named.length, "messages");
		const isListed = stored.get(accountId)?.delete(sha256) === true;
		// A server that is running may have stored it since.
		const isThere = isListed || (await blobs.size(accountId, sha256)) !== null;
		if (!isThere) found.push({ accountId, sha256, what: "missing" });
		else if (withContent && !(await isIntact(blobs, accountId, sha256)))
			found.push({ accountId, sha256, what: "damaged" });
	}
	const left = [...stored.values()].flatMap((sizes) => [...sizes.values()]);
	const unnamed = { count: left.length, bytes: left.reduce((sum, size) => sum + size, 0) };
	return { blobs: named.length, blobDifferences: found, unnamed };
}

async function listNamed(
	database: Ctx["database"],
	signal: AbortSignal,
): Promise<{ accountId: string; sha256: string }[]> {
	const named: { accountId: string; sha256: string }[] = [];
	await database.transaction(async () => {
		const rowsOf: RowsOf = (sql) => database.query(sql, []);
		for await (const one of namedBlobs(rowsOf)) {
			signal.throwIfAborted();
			named.push(one);
		}
	});
	return named;
}

/** Sizes by hash, of each account. */
async function listStored(
	list: AsyncIterable<StoredBlob>,
	signal: AbortSignal,
): Promise<Map<string, Map<string, number>>> {
	const stored = new Map<string, Map<string, number>>();
	for await (const { accountId, sha256, sizeBytes } of list) {
		signal.throwIfAborted();
		const sizes = stored.get(accountId) ?? new Map<string, number>();
		stored.set(accountId, sizes.set(sha256, sizeBytes));
	}
	return stored;
}

async function isIntact(blobs: Ctx["blobs"], accountId: string, sha256: string): Promise<boolean> {
	const bytes = await blobs.get(accountId, sha256, { once: true });
	return bytes !== null && createHash("sha256").update(bytes).digest("hex") === sha256;
}
