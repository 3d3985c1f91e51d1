import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { flagsOfRow } from "#kernel/mail.ts";
import { mboxEntry } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { flagFields } from "#shared/mail/flags.ts";
import { type PlannedMessage, plannedWithBodies, rawOf } from "../planned.ts";

/** A message as written, to verify it in the file. */
export interface Written {
	accountId: string;
	id: string;
	sizeBytes: number;
	/** Hex. */
	sha256: string;
}

interface Writing {
	ownerId: string;
	operationId: string;
	/** Destination of the file. */
	path: string;
	signal: AbortSignal;
	/** Messages per page. */
	limit?: number | undefined;
	/** Called before each page. @param done messages of the plan processed so far */
	onPage(done: number): Promise<void>;
}

/**
 * Writes the messages of a plan into an mbox.gz file (mboxrd, gzip), sequentially. Messages that cannot be fetched, or do
 * not match their hash, are skipped.
 * @returns the messages that were written, in order
 */
export async function writeMbox(ctx: MailContext, writing: Writing): Promise<Written[]> {
	const written: Written[] = [];
	const entries = Readable.from(entriesOf(ctx, writing, written), { objectMode: true });
	await pipeline(entries, createGzip({ level: 3 }), createWriteStream(writing.path, { mode: 0o600, flush: true }), {
		signal: writing.signal,
	});
	return written;
}

async function* entriesOf(ctx: MailContext, writing: Writing, written: Written[]): AsyncGenerator<Buffer> {
	const outOfReach = new Set<string>();
	let done = 0;
	for (let after: PlannedMessage | null = null; ; ) {
		await writing.onPage(done);
		const page = await plannedWithBodies(ctx, writing, outOfReach, after);
		for (const message of page) {
			const raw = await rawOf(ctx, message);
			if (raw === null) continue;
			written.push({
				accountId: message.account_id,
				id: message.id,
				sizeBytes: raw.length,
				sha256: message.raw_sha256 ?? "",
			});
			yield* mboxEntry(
				{
					senderEmail: message.sender_email,
					receivedAt: message.received_date,
					folderRole: message.folder_role,
					folderName: message.folder_name,
					...flagFields(flagsOfRow(message)),
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
