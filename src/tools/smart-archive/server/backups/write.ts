import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Context } from "#server/context.ts";
import { mboxEntry } from "#server/export/mboxrd.ts";
import { fetchNow } from "#server/mailbox/sync/fetch-now.ts";
import { type PlannedMessage, plannedMessages } from "./store.ts";

/** A message as it was written, to be found again in the file. */
export interface Written {
	id: string;
	sizeBytes: number;
	/** In hex. */
	sha256: string;
}

interface Writing {
	ownerId: string;
	operationId: string;
	/** Where the file is written. */
	path: string;
	signal: AbortSignal;
	/** Before each page. @param done messages of the plan that were gone through */
	onPage(done: number): Promise<void>;
}

/**
 * Writes the messages of a plan into an mbox file (mboxrd, gzip), one after the other. What cannot be fetched, or is not
 * what its hash says, is left out.
 * @returns the messages that were written, in their order
 */
export async function writeMbox(ctx: Context, writing: Writing): Promise<Written[]> {
	const written: Written[] = [];
	const entries = Readable.from(entriesOf(ctx, writing, written), { objectMode: true });
	await pipeline(entries, createGzip({ level: 3 }), createWriteStream(writing.path, { mode: 0o600, flush: true }), {
		signal: writing.signal,
	});
	return written;
}

async function* entriesOf(ctx: Context, writing: Writing, written: Written[]): AsyncGenerator<Buffer> {
	const outOfReach = new Set<string>();
	let done = 0;
	for (let after: PlannedMessage | null = null; ; ) {
		await writing.onPage(done);
		const page = await withBodies(ctx, writing, outOfReach, after);
		for (const message of page) {
			const raw = await rawOf(ctx, message);
			if (raw === null) continue;
			written.push({ id: message.id, sizeBytes: raw.length, sha256: message.raw_sha256 ?? "" });
			yield* mboxEntry(
				{
					senderEmail: message.sender_email,
					receivedAt: message.received_date,
					folderRole: message.folder_role,
					folderName: message.folder_name,
					isRead: message.is_read,
					isStarred: message.is_starred,
					isImportant: message.is_important,
					isAnswered: message.is_answered,
					labels: message.labels,
				},
				raw,
			);
		}
		done += page.length;
		after = page.at(-1) ?? null;
		if (after === null) return;
	}
}

/** The next messages, their texts fetched where they are not here yet. @param outOfReach mailboxes asked in vain */
async function withBodies(
	ctx: Context,
	{ ownerId, operationId, signal }: Writing,
	outOfReach: Set<string>,
	after: PlannedMessage | null,
): Promise<PlannedMessage[]> {
	const page = await plannedMessages(ctx, ownerId, operationId, after);
	const bare = page.filter((message) => message.raw_sha256 === null && !outOfReach.has(message.account_id));
	if (bare.length === 0) return page;
	for (const accountId of new Set(bare.map((message) => message.account_id))) {
		const ids = bare.filter((message) => message.account_id === accountId).map(({ id }) => id);
		try {
			await fetchNow(ctx, ownerId, accountId, ids, signal);
		} catch (cause) {
			signal.throwIfAborted();
			outOfReach.add(accountId);
			ctx.log.warn({ err: cause, account: accountId }, "a backup goes on without texts that are not here yet");
		}
	}
	return plannedMessages(ctx, ownerId, operationId, after);
}

/** Null when its bytes are not here, or are not the message's any more. */
async function rawOf(
	{ blobs }: Pick<Context, "blobs">,
	{ account_id: accountId, raw_sha256: sha256 }: PlannedMessage,
): Promise<Uint8Array | null> {
	const raw = sha256 === null ? null : await blobs.get(accountId, sha256, { once: true });
	if (raw === null) return null;
	return createHash("sha256").update(raw).digest("hex") === sha256 ? raw : null;
}
