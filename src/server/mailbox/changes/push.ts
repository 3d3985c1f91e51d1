import type { Context } from "../../context.ts";
import type { ChangeResult, ProviderSession } from "../provider.ts";
import { renameProviderIds } from "../store/change.ts";
import { byDelta, type Delta, forward, type Item, type ItemKey, localItems, markItems } from "./items.ts";
import { lockOperation, REASON_GONE, takeBack } from "./local.ts";
import { countItems } from "./operations.ts";
import { isCancelled, patiently, refusalOf } from "./refusal.ts";

/** The half of a change that happens at the provider. */

/** Messages per call: providers split further by their own limits. */
const BATCH = 500;

export interface Push {
	session: ProviderSession;
	signal: AbortSignal;
	/** True when there will be no other attempt. */
	lastAttempt: boolean;
	/** Called when the provider asks to wait. */
	onWait(seconds: number): void;
}

/**
 * Tells the provider about every change that is made here already, up to and including this operation, in the order
 * in which they were made. Earlier operations' own jobs then find their work done. What the provider refuses is taken
 * back here.
 * Call it in the account's turn.
 * @throws AppError when the provider does nothing more for now; what may pass, unless this is the last attempt
 */
export async function pushLocal(ctx: Context, key: ItemKey, push: Push): Promise<void> {
	for (;;) {
		const operationId = await oldestWithLocal(ctx, key);
		if (operationId === null) return;
		await pushBatch(ctx, { ...key, operationId }, push);
	}
}

async function oldestWithLocal(ctx: Context, key: ItemKey): Promise<string | null> {
	const [row] = await ctx.database.query<{ id: string }>(
		`select o.id from operations o, (select started_at, id from operations where owner_id = $1 and id = $3) upto
		where o.owner_id = $1 and (o.started_at, o.id) <= (upto.started_at, upto.id) and o.id in
			(select i.operation_id from operation_items i where i.owner_id = $1 and i.account_id = $2 and i.state = 'local')
		order by o.started_at, o.id limit 1`,
		[key.ownerId, key.accountId, key.operationId],
	);
	return row?.id ?? null;
}

async function pushBatch(ctx: Context, key: ItemKey, push: Push): Promise<void> {
	const items = await localItems(ctx.database, key, BATCH);
	await leaveAlone(
		ctx,
		key,
		items.filter((item) => item.provider_id === null),
	);
	const there = items.filter((item): item is Item & { provider_id: string } => item.provider_id !== null);
	for (const [delta, group] of byDelta(there, forward)) {
		// A cancelled change still tells what is done here already; a process that stops goes on later.
		if (!isCancelled(push.signal)) push.signal.throwIfAborted();
		const ids = group.map((item) => item.provider_id);
		let result: ChangeResult;
		try {
			result = await patiently(push, () => tell(push.session, ids, delta));
		} catch (cause) {
			await takeBack(ctx, key, group, await refusalOf(ctx, key, cause, push.lastAttempt));
			continue;
		}
		await settle(ctx, key, group, result);
	}
}

/** Each operation names one kind of change, so that this is one call. */
async function tell(session: ProviderSession, ids: string[], delta: Delta): Promise<ChangeResult> {
	const results: ChangeResult[] = [];
	if (delta.flags !== undefined) results.push(await session.setFlags(ids, delta.flags));
	if (delta.labels !== undefined) results.push(await session.setLabels(ids, delta.labels));
	// Last, because the ids may change with it.
	if (delta.folderId !== undefined) results.push(await session.move(ids, delta.folderId));
	return {
		missing: [...new Set(results.flatMap((result) => result.missing))],
		renamed: Object.assign({}, ...results.map((result) => result.renamed)),
	};
}

async function settle(
	ctx: Context,
	key: ItemKey,
	group: readonly (Item & { provider_id: string })[],
	result: ChangeResult,
): Promise<void> {
	const missing = new Set(result.missing);
	await leaveAlone(
		ctx,
		key,
		group.filter((item) => missing.has(item.provider_id)),
	);
	const told = group.filter((item) => !missing.has(item.provider_id)).map((item) => item.email_id);
	await ctx.database.transaction(async (tx) => {
		await renameProviderIds(ctx.database, tx, key.ownerId, key.accountId, result.renamed);
		await markItems(ctx.database, tx, key, told, "done");
	});
}

/** Gone at the provider: the next sync takes them away here. */
async function leaveAlone(ctx: Context, key: ItemKey, items: readonly Item[]): Promise<void> {
	if (items.length === 0) return;
	const ids = items.map((item) => item.email_id);
	await ctx.database.transaction(async (tx) => {
		await lockOperation(ctx, tx, key);
		await markItems(ctx.database, tx, key, ids, "skipped", REASON_GONE);
		await countItems(ctx.database, tx, key.ownerId, key.operationId, { applied: -ids.length, skipped: ids.length });
	});
}
