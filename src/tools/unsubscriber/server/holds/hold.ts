import { z } from "zod";
import { capability } from "#kernel/capabilities.ts";
import { applyPlan, changeableAccounts, createPlan, lockPlan, type Plan, type Started } from "#kernel/changes.ts";
import { AppError, badRequest } from "#kernel/errors.ts";
import type { NewMail } from "#kernel/events.ts";
import type { MailContext, Requester } from "#kernel/module.ts";
import { cancelSchedules, type ScheduledTask, scheduleEachOnce, scheduleOnce } from "#kernel/schedule.ts";
import { changeArchiveFilters } from "#shared/capabilities/archive-filters.ts";
import type { Action } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { tool } from "../../tool.ts";
import type { NewAttempt } from "../attempts/store.ts";
import { decide } from "../decisions.ts";
import { columnsOf, type ListRef } from "../subscription-id.ts";
import {
	archivedOf,
	deleteHolds,
	type Hold,
	holdAmong,
	holdsOf,
	insertHolds,
	readPause,
	recordHeldOfPlan,
} from "./store.ts";

const MAX_PAUSE_MS = 3_653 * 86_400_000;
/** When moving held mail to the inbox is tried again, in a mailbox that could not be changed. */
const RETRY_MS = 3_600_000;
const FILTERS_TIMEOUT_MS = 60_000;
/** Shown in the history. */
const REASON = "paused";

type NamedList = Pick<NewAttempt, "accountId" | "listKey" | "name" | "senderEmail">;

/** Moves what a pause has held to the inbox. */
export const pauseOverTask: ScheduledTask<MailContext, { id: string }> = {
	name: `${tool.id}.pause-over`,
	input: z.object({ id: z.uuid() }),
	async run(ctx, { ownerId, input: { id } }) {
		const pause = await readPause(ctx.database, ownerId, id);
		if (pause?.heldUntil == null || pause.heldUntil.getTime() > ctx.now()) return;
		try {
			await end(ctx, ownerId, [pause]);
		} catch (cause) {
			if (!(cause instanceof AppError)) throw cause;
			ctx.log.info({ event: "pause.not_ended", err: cause, owner: ownerId }, "The emails of a pause stay archived");
			await scheduleOnce(ctx, pauseOverTask, {
				ownerId,
				key: id,
				input: { id },
				runAt: new Date(ctx.now() + RETRY_MS),
			});
		}
	},
};

/** Plans archiving what these lists have in the inbox. @throws AppError as `createPlan` does */
export function planArchive(ctx: MailContext, ownerId: string, refs: readonly ListRef[]): Promise<Plan> {
	const { accountIds, listKeys } = columnsOf(refs);
	const [accountId, ...others] = new Set(accountIds);
	return createPlan(ctx, ownerId, {
		action: { type: "archive" },
		...(accountId !== undefined && others.length === 0 && { account: accountId }),
		source: tool.id,
		where: (first) => ({
			text: `e.list_key <> '' and e.list_key = any($${first + 1}::text[])
				and (e.account_id, e.list_key) in (select * from unnest($${first}::uuid[], $${first + 1}::text[]))
				and e.folder_role = 'inbox'`,
			values: [accountIds, listKeys],
		}),
	});
}

interface HoldRequest {
	lists: readonly NamedList[];
	/** Null: always. */
	until: Date | null;
	/** Of `planArchive`; null: mail in the inbox stays. */
	plan: string | null;
}

/**
 * Keeps new mail of these lists out of the inbox; replaces earlier decisions about them.
 * @throws AppError 400 `bad-time`, `not-supported`; 409 `too-many-filters`, `plan-applied`; 410 `plan-expired`
 */
export async function hold(
	ctx: MailContext,
	{ ownerId, device }: Requester,
	{ lists, until, plan }: HoldRequest,
): Promise<Started | null> {
	const { database } = ctx;
	if (until !== null) requirePauseTime(ctx, until);
	await database.transaction(async () => {
		if (plan !== null) await lockPlan(ctx, ownerId, plan);
		await decide(database, ownerId, { refs: lists, decision: null }, ctx.now());
		if (until === null) return archiveAlways(ctx, ownerId, lists);
		await pause(ctx, ownerId, lists, until);
		if (plan !== null) await recordHeldOfPlan(database, ownerId, plan);
	});
	return plan === null ? null : applyPlan(ctx, ownerId, plan, device);
}

async function archiveAlways(ctx: MailContext, ownerId: string, lists: readonly NamedList[]): Promise<void> {
	const before = await holdsOf(ctx.database, ownerId, lists);
	const filterIds = await changeFilters(ctx, ownerId, { lists, remove: before });
	await forget(ctx, ownerId, before);
	const holds = lists.map(({ accountId, listKey }, i) => ({
		...{ accountId, listKey, id: newId(ctx.now()), heldUntil: null, filterId: filterIds[i] ?? null },
	}));
	await insertHolds(ctx.database, ownerId, holds, ctx.now());
}

async function pause(ctx: MailContext, ownerId: string, lists: readonly NamedList[], until: Date): Promise<void> {
	const { database } = ctx;
	const filtered = (await holdsOf(database, ownerId, lists)).filter(({ filterId }) => filterId !== null);
	await changeFilters(ctx, ownerId, { lists: [], remove: filtered });
	await forget(ctx, ownerId, filtered);
	const holds = lists.map(({ accountId, listKey }) => ({
		...{ accountId, listKey, id: newId(ctx.now()), heldUntil: until, filterId: null },
	}));
	await insertHolds(database, ownerId, holds, ctx.now());
	const runs = (await holdsOf(database, ownerId, lists)).map(({ id }) => ({ key: id, input: { id }, runAt: until }));
	await scheduleEachOnce(ctx, pauseOverTask, { ownerId, runs });
}

/**
 * Lets new mail of these lists into the inbox again, and moves there what pauses have held.
 * @returns how many lists there were
 * @throws AppError 409 `disconnected`, `read-only`
 */
export async function release(ctx: MailContext, ownerId: string, lists: readonly ListRef[]): Promise<number> {
	const holds = await holdsOf(ctx.database, ownerId, lists);
	await end(ctx, ownerId, holds);
	return holds.length;
}

/** Archives new mail of paused lists; where the mailbox cannot be changed, it stays in the inbox. */
export async function holdNewMail(ctx: MailContext, { ownerId, accountId, ids }: NewMail): Promise<void> {
	const emailIds = await holdAmong(ctx.database, { ownerId, accountId, ids }, ctx.now());
	try {
		await change(ctx, ownerId, { type: "archive" }, emailIds);
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		ctx.log.info(
			{ event: "pause.not_archived", err: cause, owner: ownerId },
			"Emails of a paused list were not archived",
		);
	}
}

/** Nothing is held from now on; what was held comes back. */
async function end(ctx: MailContext, ownerId: string, holds: readonly Hold[]): Promise<void> {
	const pauses = holds.filter(({ heldUntil }) => heldUntil !== null);
	for (const [accountId, own] of Map.groupBy(pauses, (one) => one.accountId)) {
		const archived = await archivedOf(
			ctx.database,
			ownerId,
			own.map(({ id }) => id),
		);
		if (archived.length === 0) continue;
		const [account] = await changeableAccounts(ctx, ownerId, accountId);
		const inbox = account?.folders.find(({ role }) => role === "inbox");
		if (inbox !== undefined) await change(ctx, ownerId, { type: "move", folderId: inbox.id }, archived);
	}
	await ctx.database.transaction(async () => {
		await changeFilters(ctx, ownerId, { lists: [], remove: holds });
		await forget(ctx, ownerId, holds);
	});
	for (const accountId of new Set(holds.map((one) => one.accountId)))
		ctx.events.publish(ownerId, { type: "mail", accountId });
}

/** Null where nothing would change. */
async function change(ctx: MailContext, ownerId: string, action: Action, ids: string[]): Promise<void> {
	if (ids.length === 0) return;
	try {
		const plan = await createPlan(ctx, ownerId, { action, ids, source: tool.id, reason: REASON });
		await applyPlan(ctx, ownerId, plan.id);
	} catch (cause) {
		if (!(cause instanceof AppError) || (cause.code !== "nothing-selected" && cause.status !== 404)) throw cause;
	}
}

async function forget(ctx: MailContext, ownerId: string, holds: readonly Hold[]): Promise<void> {
	const ids = holds.map(({ id }) => id);
	await cancelSchedules(ctx, pauseOverTask, { ownerId, keys: ids });
	await deleteHolds(ctx.database, ownerId, ids);
}

interface FilterChange {
	lists: readonly NamedList[];
	/** Those of them with a filter. */
	remove: readonly Hold[];
}

/** @returns the ids of the filters of `lists` @throws AppError 400 `not-supported` where there are no filters */
async function changeFilters(ctx: MailContext, ownerId: string, { lists, remove }: FilterChange): Promise<string[]> {
	const removed = remove.flatMap(({ filterId }) => filterId ?? []);
	if (lists.length + removed.length === 0) return [];
	const changeBoth = capability(ctx, changeArchiveFilters);
	if (changeBoth === null) {
		if (lists.length === 0) return [];
		throw badRequest("not-supported", "This server has no filters, which archive new emails.");
	}
	const { created } = await changeBoth(
		{ ownerId, signal: AbortSignal.timeout(FILTERS_TIMEOUT_MS) },
		{
			create: lists.map(({ accountId, listKey, name, senderEmail }) => ({
				...{ accountId, listKey, name: `Archive ${name || senderEmail}` },
			})),
			remove: removed,
		},
	);
	return created;
}

/** @throws AppError 400 `bad-time` */
function requirePauseTime(ctx: Pick<MailContext, "now">, until: Date): void {
	if (until.getTime() <= ctx.now()) throw badRequest("bad-time", "Choose a time in the future.");
	if (until.getTime() > ctx.now() + MAX_PAUSE_MS)
		throw badRequest("bad-time", "Choose a time within the next ten years.");
}
