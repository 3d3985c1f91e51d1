import { LockLost } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import { withRetry } from "../provider/retry.ts";
import { rejectionMessage } from "../sessions/rejection-message.ts";
import { applyLocalChange, unusedBlobs } from "../store/change.ts";
import { bytesOf, type Item, type ItemKey, markItems, pendingItems } from "./items.ts";
import { batchSize, type LocalBatch, lockOperation, skipItems } from "./local.ts";
import { countItems } from "./operation-rows.ts";
import type { Push } from "./push.ts";

/**
 * Permanently deletes the next batch: at the provider first, because it cannot be undone, then here. If the process
 * crashes in between, the provider reports the messages as missing, which counts as deleted. Call it while holding the
 * account lock.
 */
export async function destroyBatch(ctx: MailContext, key: ItemKey, after: string, push: Push): Promise<LocalBatch> {
	const { operation, items, intact } = await ctx.database.transaction(() => choose(ctx, key, after));
	const last = items.at(-1);
	if (last === undefined) return { last: null, operation };
	const missed = items.filter((item) => !intact.has(item.email_id));
	const batch = items.filter((item) => intact.has(item.email_id));
	let refused: string | null = null;
	try {
		const ids = batch.map((item) => intact.get(item.email_id) ?? "");
		if (ids.length > 0) await withRetry(push, () => push.ask(() => push.session.writer.destroy(ids)));
	} catch (cause) {
		if (push.signal.reason instanceof LockLost) throw cause;
		refused = await rejectionMessage(ctx, key, cause, push.lastAttempt);
	}
	return { last: last.email_id, operation: await record(ctx, key, push, { missed, batch, refused }) };
}

async function choose(ctx: MailContext, key: ItemKey, after: string) {
	const operation = await lockOperation(ctx, key);
	const limit = batchSize(ctx);
	const items = operation.state === "running" ? await pendingItems(ctx.database, key, { after, limit }) : [];
	const rows = await ctx.database.query<{ id: string; provider_id: string }>(
		`select e.id, e.provider_id from emails e join unnest($3::uuid[], $4::int[]) as selected (id, revision)
			on selected.id = e.id and selected.revision = e.revision
		where e.owner_id = $1 and e.account_id = $2`,
		[key.ownerId, key.accountId, items.map((item) => item.email_id), items.map((item) => item.revision)],
	);
	return { operation, items, intact: new Map(rows.map((row) => [row.id, row.provider_id])) };
}

async function record(
	ctx: MailContext,
	key: ItemKey,
	push: Push,
	{ missed, batch, refused }: { missed: Item[]; batch: Item[]; refused: string | null },
) {
	const { database, blobs } = ctx;
	const ids = batch.map((item) => item.email_id);
	const { operation, unused } = await database.transaction(async () => {
		await push.verify();
		await lockOperation(ctx, key);
		const skipped = await skipItems(ctx, key, missed);
		if (refused !== null) {
			await markItems(database, key, { ids, state: "failed", reason: refused });
			const counts = { skipped, failed: ids.length };
			return {
				operation: await countItems(database, key, counts),
				unused: [],
			};
		}
		const gone = await applyLocalChange({ database, ownerId: key.ownerId, accountId: key.accountId }, ids, {
			destroy: true,
		});
		await markItems(database, key, { ids, state: "done" });
		const counts = { skipped, applied: ids.length, bytes: bytesOf(batch) };
		return {
			operation: await countItems(database, key, counts),
			unused: await unusedBlobs({ database, ownerId: key.ownerId, accountId: key.accountId }, gone),
		};
	});
	await blobs.delete(key.accountId, unused);
	return operation;
}
