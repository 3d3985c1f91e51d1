import { isCancelled } from "../../platform/jobs/cancelled.ts";
import { type AccountLock, LockLost, withAccountLock } from "../../platform/locks/account-lock.ts";
import { requireProgress } from "../../progress.ts";
import type { MailContext } from "../context/context.ts";
import type { ChangeResult } from "../provider/provider.ts";
import { withRetry } from "../provider/retry.ts";
import type { ProviderSession } from "../provider/session.ts";
import { rejectionMessage } from "../sessions/rejection-message.ts";
import { renameProviderIds } from "../store/change.ts";
import {
	byDelta,
	bytesOf,
	type Delta,
	forward,
	type Item,
	type ItemKey,
	localItems,
	markItems,
	markPending,
	positionOf,
} from "./items.ts";
import { lockOperation, REASON_GONE, revert } from "./local.ts";
import { countItems } from "./operation-rows.ts";
import type { Ask } from "./server-wait.ts";

/** The remote half of a change: pushing it to the provider. */

/** Messages per call; providers split further by their own limits. */
const BATCH = 500;

export interface Push {
	session: ProviderSession;
	/** Makes each request to the provider. */
	ask: Ask;
	signal: AbortSignal;
	/** Called in each transaction that records an outcome. @throws LockLost */
	verify: AccountLock["verify"];
	/** True when the job will not be retried. */
	lastAttempt: boolean;
	/** Called when the provider asks the client to wait. */
	onWait(seconds: number): void;
}

/**
 * Pushes every change already made in the store, up to and including this operation, in the order they were made. The
 * jobs of earlier operations then find nothing left to push. What the provider refuses is reverted here. Call it while
 * holding the account lock.
 * @throws AppError when the provider accepts nothing for now; rethrows transient errors unless this is the last attempt
 */
export async function pushLocal(ctx: MailContext, key: ItemKey, push: Push): Promise<void> {
	const progress = requireProgress("Pushing changes");
	for (;;) {
		const operationId = await oldestWithLocal(ctx, key);
		if (operationId === null) return;
		await pushBatch(ctx, { ...key, operationId }, push, progress);
	}
}

async function oldestWithLocal(ctx: MailContext, key: ItemKey): Promise<string | null> {
	const row = await ctx.database.one<{ id: string }>(
		`select o.id from operations o, (select started_at, id from operations where owner_id = $1 and id = $3) upto
		where o.owner_id = $1 and (o.started_at, o.id) <= (upto.started_at, upto.id) and o.id in
			(select i.operation_id from operation_items i where i.owner_id = $1 and i.account_id = $2 and i.state = 'local')
		order by o.started_at, o.id limit 1`,
		[key.ownerId, key.accountId, key.operationId],
	);
	return row?.id ?? null;
}

async function pushBatch(
	ctx: MailContext,
	key: ItemKey,
	push: Push,
	progress: (position: string) => void,
): Promise<void> {
	const items = await localItems(ctx.database, key, BATCH);
	progress(positionOf(key, items));
	const gone = items.filter((item) => item.provider_id === null);
	await skipUnchanged(ctx, key, gone, push.verify);
	const there = items.filter((item): item is RemoteItem => item.provider_id !== null);
	for (const [delta, group] of byDelta(there, forward)) {
		// A canceled operation still pushes what is done in the store; a process that shuts down resumes later.
		if (!isCancelled(push.signal)) push.signal.throwIfAborted();
		await pushGroup(ctx, key, push, { delta, group });
	}
}

type RemoteItem = Item & { provider_id: string };

async function pushGroup(
	ctx: MailContext,
	key: ItemKey,
	push: Push,
	{ delta, group }: { delta: Delta; group: RemoteItem[] },
): Promise<void> {
	let tries = 0;
	const broken: unknown[] = [];
	const once = async (batch: RemoteItem[], verify = push.verify): Promise<void> => {
		const isAgain = tries++ > 0 && delta.folderId !== undefined;
		const ids = batch.map((item) => item.provider_id);
		const result = await applyDelta(push, ids, delta);
		const refused = new Set(result.refused?.ids);
		const rejected = batch.filter((item) => refused.has(item.provider_id));
		const done = batch.filter((item) => !refused.has(item.provider_id));
		try {
			if (rejected.length > 0) await revert(ctx, key, rejected, { reason: result.refused?.reason ?? "", verify });
			await recordResults(ctx, key, verify, { group: done, result, isAgain });
		} catch (cause) {
			// The provider has done it: a failure from here on is not a refusal.
			broken.push(cause);
		}
	};
	try {
		await withRetry(push, () => (delta.folderId === undefined ? once(group) : moving(ctx, key, push, { group, once })));
	} catch (cause) {
		if (cause instanceof LockLost || push.signal.reason instanceof LockLost) throw cause;
		const reason = await rejectionMessage(ctx, key, cause, push.lastAttempt);
		await revert(ctx, key, group, { reason, verify: push.verify });
	}
	if (broken.length > 0) throw broken[0];
}

/**
 * A move may give messages new ids. From the request until the response is recorded, no listing of the account is
 * stored, which would take a message under its new id for a different one. If the response is lost, the next attempt
 * knows that the request was sent.
 */
async function moving(
	ctx: MailContext,
	key: ItemKey,
	push: Push,
	{ group, once }: { group: RemoteItem[]; once: (batch: RemoteItem[], verify: AccountLock["verify"]) => Promise<void> },
): Promise<void> {
	const signal = isCancelled(push.signal) ? new AbortController().signal : push.signal;
	await withAccountLock(ctx, { ...key, scope: "ids" }, signal, async (lock) => {
		const ids = await providerIds(ctx, key, group);
		const batch = group.flatMap((item) => {
			const providerId = ids.get(item.email_id);
			return providerId === undefined ? [] : [{ ...item, provider_id: providerId }];
		});
		if (batch.length === 0) return;
		await markPending(
			ctx.database,
			key,
			batch.map((item) => item.email_id),
		);
		await once(batch, async () => {
			await push.verify();
			await lock.verify();
		});
	});
}

/** Current ids: a listing may have changed them since the items were read. */
async function providerIds(ctx: MailContext, key: ItemKey, items: readonly Item[]): Promise<Map<string, string>> {
	if (items.length === 0) return new Map();
	const rows = await ctx.database.query<{ id: string; provider_id: string }>(
		"select id, provider_id from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
		[key.ownerId, key.accountId, items.map((item) => item.email_id)],
	);
	return new Map(rows.map((row) => [row.id, row.provider_id]));
}

/** Each operation names one kind of change, so this is usually one call. */
async function applyDelta({ session, ask }: Push, ids: string[], delta: Delta): Promise<ChangeResult> {
	const results: ChangeResult[] = [];
	const { flags, labels, folderId } = delta;
	if (flags !== undefined) results.push(await ask(() => session.writer.setFlags(ids, flags)));
	if (labels !== undefined) results.push(await ask(() => session.writer.setLabels(ids, labels)));
	// Last, because the ids may change with it.
	if (folderId !== undefined) results.push(await ask(() => session.writer.move(ids, folderId)));
	const refused = results.find((result) => result.refused !== undefined)?.refused;
	return {
		missing: [...new Set(results.flatMap((result) => result.missing))],
		renamed: Object.assign({}, ...results.map((result) => result.renamed)),
		...(refused !== undefined && { refused }),
	};
}

/** @param isAgain this run already sent the same move and got no response with ids */
async function recordResults(
	ctx: MailContext,
	key: ItemKey,
	verify: AccountLock["verify"],
	{ group, result, isAgain }: { group: readonly RemoteItem[]; result: ChangeResult; isAgain: boolean },
): Promise<void> {
	const missing = new Set(result.missing);
	const missed = group.filter((item) => missing.has(item.provider_id));
	const ids = await providerIds(ctx, key, missed);
	// Moved by another client meanwhile, as a listing has shown: retried under the new id.
	const renamed = new Set(missed.filter((item) => isOther(ids.get(item.email_id), item.provider_id)));
	// Sent before: what is missing was moved then, and the next listing shows its new id.
	const gone = missed.filter((item) => !renamed.has(item) && !isAgain && !item.push_requested);
	await skipUnchanged(ctx, key, gone, verify);
	const unsent = new Set<Item>([...renamed, ...gone]);
	const sent = group.filter((item) => !unsent.has(item)).map((item) => item.email_id);
	await ctx.database.transaction(async () => {
		await verify();
		await renameProviderIds({ database: ctx.database, ownerId: key.ownerId, accountId: key.accountId }, result.renamed);
		const unknownIds = group.filter((item) => missing.has(item.provider_id)).map((item) => item.email_id);
		await markItems(ctx.database, key, { ids: sent, state: "done", unknownIds });
	});
}

function isOther(now: string | undefined, sent: string): boolean {
	return now !== undefined && now !== sent;
}

/** Gone at the provider: the next sync removes them here. */
async function skipUnchanged(
	ctx: MailContext,
	key: ItemKey,
	items: readonly Item[],
	verify: AccountLock["verify"],
): Promise<void> {
	if (items.length === 0) return;
	const ids = items.map((item) => item.email_id);
	await ctx.database.transaction(async () => {
		await verify();
		await lockOperation(ctx, key);
		await markItems(ctx.database, key, { ids, state: "skipped", reason: REASON_GONE });
		const counts = { applied: -ids.length, bytes: -bytesOf(items), skipped: ids.length };
		await countItems(ctx.database, key, counts);
	});
}
