import { z } from "zod";
import { pause } from "#shared/pause.ts";
import { isSymbolToken } from "#shared/search/symbols.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { lockAccount } from "../store/change.ts";
import { createMaintenance } from "../store/maintenance.ts";
import { hasReaders } from "../store/readers.ts";
import { accountsToReindex, addLexemes, countIndexed, markReindexed, stillStored } from "../store/reindexed.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { storedTexts } from "../text-index/content.ts";
import { listStored } from "../text-index/outbox.ts";

const input = z.object({ accountId: z.uuid() });
const state = z.object({ after: z.object({ date: z.string(), id: z.uuid() }), done: z.number(), changed: z.number() });

/** Messages per transaction, during which the embedded database serves no other query. */
const BATCH = 200;
const SHORT_BATCH = 40;
const GAP_MS = 20;

/**
 * Indexes mail on PostgreSQL that was restored without its words, and adds tokens for symbols and emoji to mail indexed
 * before they were searchable, newest first. Parses the stored messages again, because the index does not contain their
 * original text.
 */
export const reindexJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "reindex",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 6,
	async run(ctx, job) {
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		const previous = state.safeParse(job.previous).data;
		let after = previous?.after ?? null;
		let { done, changed } = previous ?? { done: 0, changed: 0 };
		const total = await countIndexed(ctx.database, ownerId, accountId);
		const maintenance = createMaintenance(ctx.database);
		for (;;) {
			signal.throwIfAborted();
			const isShort = hasReaders(ctx.database);
			const batch = await reindexBatch(ctx, ownerId, accountId, after, isShort ? SHORT_BATCH : BATCH);
			if (batch === null) break;
			after = batch.after;
			done += batch.done;
			changed += batch.changed;
			job.progress({ done, total: Math.max(done, total), result: { after, done, changed } });
			await maintenance.wrote(batch.changed);
			await job.yieldIfWaiting();
			if (isShort) await pause(GAP_MS, signal);
		}
		await markReindexed(ctx.database, ownerId, accountId);
		await maintenance.finish();
		return { messages: done, changed };
	},
};

/** Enqueues or resumes the job for every account indexed by an older version. Cheap when there is none. */
export async function enqueueReindexing(ctx: Pick<MailContext, "database" | "jobs">): Promise<void> {
	// The embedded database's index builds itself, see decision note 14.
	if (textIndexOf(ctx.database).matcher !== null) return;
	for (const { ownerId, accountId } of await accountsToReindex(ctx.database)) {
		const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId };
		await ctx.jobs.enqueue(reindexJob, { ...request, background: true });
	}
}

interface Batch {
	after: { date: string; id: string };
	/** Messages parsed. */
	done: number;
	/** Of those, the ones with symbols. */
	changed: number;
}

/** @returns null at the end */
async function reindexBatch(
	ctx: Pick<MailContext, "database" | "blobs" | "parsePool">,
	ownerId: string,
	accountId: string,
	after: { date: string; id: string } | null,
	limit: number,
): Promise<Batch | null> {
	const { database } = ctx;
	const account = { ownerId, accountId };
	const listed = await listStored(database, account, after, limit);
	const last = listed.at(-1);
	if (last === undefined) return null;
	const texts = await storedTexts(ctx)(account, listed);
	const additions = texts.flatMap(({ id, lexemes }) => {
		const symbols = lexemes.split(" ").filter(isSymbolToken);
		return symbols.length === 0 ? [] : [{ id, lexemes: symbols.join(" ") }];
	});
	await database.transaction(async () => {
		const scope = { ...account, database };
		await lockAccount(database, accountId);
		const stored = await stillStored(
			scope,
			texts.map(({ id }) => id),
		);
		await textIndexOf(database).add(
			scope,
			texts.filter(({ id }) => stored.has(id)),
		);
		await addLexemes(scope, additions);
	});
	return { after: { date: last.date, id: last.id }, done: listed.length, changed: additions.length };
}
