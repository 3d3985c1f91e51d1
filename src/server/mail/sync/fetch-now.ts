import { createClassifier } from "../classify/classifier.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import type { ParsedItem } from "../parse/pool/pool.ts";
import { renewingSession } from "../sessions/renewing-session.ts";
import { openSession } from "../sessions/session.ts";
import { completeBatch } from "../store/complete.ts";
import { inBatches } from "./batches.ts";
import { fetchBodies, type MessageWithoutBody, type Unfetched } from "./fetch-bodies.ts";
import { parseAndStore } from "./parse-and-store.ts";

/**
 * Fetches the bodies of these messages on demand, ahead of the sync. Messages that already have their body are skipped;
 * fetching one that a sync is fetching too does no harm.
 * @throws AppError when the mailbox is disconnected; the provider's errors when it cannot be reached
 */
export async function fetchNow(
	ctx: MailContext,
	{ ownerId, accountId }: AccountKey,
	ids: readonly string[],
	signal: AbortSignal,
): Promise<Unfetched> {
	const rows = await bodilessAmong(ctx, ownerId, accountId, ids);
	if (rows.length === 0) return { gone: [], failed: [] };
	const opened = await openSession(ctx, ownerId, accountId);
	const sessions = renewingSession(ctx, ownerId, accountId, opened);
	const classifier = await createClassifier(ctx.database, ownerId, accountId);
	const hasThreads = opened.provider.capabilities.threadIds;
	const retryPolicy = { signal, onWait: () => undefined };
	try {
		return await fetchBodies(sessions.current, rows, { retryPolicy, log: ctx.log }, async (fetched) => {
			const raws = fetched.map(({ raw }) => raw);
			const items = await parseAndStore(ctx, accountId, raws, signal);
			const all = fetched.map(({ row }, i) => ({ id: row.id, content: items[i] as ParsedItem }));
			await inBatches(ctx.database, signal, { messages: all }, async (bodies, { isBulk }) => {
				await completeBatch(ctx.database, ownerId, accountId, { bodies, classifier, isBulk, hasThreads });
			});
			ctx.events.publish(ownerId, { type: "mail", accountId });
		});
	} finally {
		await sessions.close();
		await opened.session.close();
	}
}

async function bodilessAmong(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	ids: readonly string[],
): Promise<MessageWithoutBody[]> {
	const rows = await ctx.database.query<{ id: string; provider_id: string; size_bytes: number }>(
		`select id, provider_id, size_bytes from emails
		where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and raw_sha256 is null order by id`,
		[ownerId, accountId, ids],
	);
	return rows.map((row) => ({ id: row.id, providerId: row.provider_id, sizeBytes: row.size_bytes }));
}
