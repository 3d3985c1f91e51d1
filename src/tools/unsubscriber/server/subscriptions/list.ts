import { z } from "zod";
import { cutPage, readCursor } from "#kernel/database.ts";
import { badCursor } from "#kernel/errors.ts";
import { dateRangeOf, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Attempt, Subscription, SubscriptionState, unsubscriberContract, View } from "../../contract.ts";
import { latestAttempts } from "../attempts/store.ts";
import { type Decision, readDecisions } from "../decisions.ts";
import { activeHolds } from "../holds/active.ts";
import { readSubscriptionId, subscriptionIdOf } from "../subscription-id.ts";
import { countLists, countUnclassified, type ListCounts } from "./counts.ts";
import { describeLists, type ListSummary } from "./describe.ts";
import { unopenedLists } from "./unopened.ts";
import { countVolumes } from "./volume.ts";

type Spec = (typeof unsubscriberContract)["listSubscriptions"];
type Query = z.output<Spec["query"]>;

/** Cap on counting messages that are not yet analyzed. */
const MAX_UNSORTED = 10_000;

/** A user's subscriptions in one view. @throws AppError 400 `bad-range`, `bad-cursor` */
export async function listSubscriptions(
	ctx: MailContext,
	ownerId: string,
	query: Query,
): Promise<z.input<Spec["reply"]>> {
	const { database } = ctx;
	const all = await listAccounts(ctx, ownerId);
	const accounts = all.filter(({ id }) => query.account === undefined || id === query.account);
	const range = { ownerId, accountIds: accounts.map(({ id }) => id), ...dateRangeOf(query) };
	const counted = await countLists(database, range);
	const volumes = await countVolumes(database, range, ctx.now());
	const unopened = await unopenedLists(ctx, range);
	const attempts = await latestAttempts(database, ownerId, range.accountIds);
	const decisions = await readDecisions(database, ownerId, range.accountIds);
	const holds = await activeHolds(ctx, ownerId, range.accountIds);
	const seen = new Set(counted.map(idOf));
	// What was not resolved stays, even when none of its mail is left.
	const beyond = [...attempts.values()].filter(({ subscription }) => !seen.has(subscription)).map(countsWithoutMail);
	const summaries = [...counted, ...beyond].map((counts): ListSummary => {
		const id = idOf(counts);
		const attempt = attempts.get(id) ?? null;
		const volume = volumes.of.get(id) ?? volumes.periods.starts.map(() => 0);
		const hold = holds.get(id);
		const state = stateOf(
			attempt,
			hold === undefined ? decisions.get(id) : hold.filterId === null ? "paused" : "archived",
		);
		return { id, counts, volume, attempt, state, pausedUntil: hold?.heldUntil ?? null, isUnopened: unopened.has(id) };
	});
	const views = { open: 0, unsubscribed: 0, held: 0, kept: 0, not_required: 0, all: summaries.length };
	for (const { state } of summaries) views[viewOf(state)]++;
	const chosen = summaries.filter(({ state }) => query.view === "all" || viewOf(state) === query.view);
	const after = readCursor(query.cursor, cursorShape);
	if (after !== null && after[0] !== query.sort) throw badCursor();
	// Sorted by rollup counts before any message is read, and only the requested number of lists is read.
	const early = EARLY[query.sort];
	const late = LATE[query.sort];
	const shown = early === undefined ? null : pageOf(chosen, early, query, after);
	const described = await describeLists(ctx, range, accounts, shown?.page ?? chosen);
	const { page: items, nextCursor } =
		late === undefined ? { page: described, nextCursor: null } : pageOf(described, late, query, after);
	return {
		items,
		nextCursor: shown?.nextCursor ?? nextCursor,
		total: chosen.length,
		messages: chosen.reduce((sum, { counts }) => sum + counts.count, 0),
		views,
		periods: volumes.periods,
		unclassified: await countUnclassified(database, range, MAX_UNSORTED),
	};
}

function idOf(counts: ListCounts): string {
	return subscriptionIdOf({ accountId: counts.account_id, listKey: counts.list_key });
}

/** A list with an attempt to unsubscribe, but without mail in the range. */
function countsWithoutMail({ accountId, subscription, senderEmail }: Attempt): ListCounts {
	return {
		account_id: accountId,
		list_key: readSubscriptionId(subscription).listKey,
		...{ count: 0, read: 0, bytes: 0 },
		senders: [{ email: senderEmail, count: 0 }],
		sender_count: 1,
	};
}

type Sort = Query["sort"];

/** Sorts by rollup counts, largest first. */
const EARLY: Partial<Record<Sort, (summary: ListSummary) => number>> = {
	count: ({ counts }) => counts.count,
	bytes: ({ counts }) => counts.bytes,
	unread: ({ counts }) => counts.count - counts.read,
};

/** Sorts by what messages say. */
const LATE: Partial<Record<Sort, (subscription: Subscription) => string>> = {
	last: ({ lastAt }) => lastAt ?? "",
	name: ({ name }) => name,
};

const cursorShape = z.tuple([z.string(), z.union([z.number(), z.string()]), z.string()]);

/** The page after a cursor: names ascending, everything else descending, then by id. */
function pageOf<Row extends { id: string }>(
	rows: readonly Row[],
	keyOf: (row: Row) => number | string,
	{ sort, limit }: Query,
	after: z.infer<typeof cursorShape> | null,
): { page: Row[]; nextCursor: string | null } {
	const keyed = rows.map((row) => ({ row, key: [sort, keyOf(row), row.id] as const }));
	const rest = keyed.filter(({ key }) => after === null || compareKeys(after, key) < 0);
	rest.sort((a, b) => compareKeys(a.key, b.key));
	const { page, nextCursor } = cutPage(rest, limit, ({ key }) => key);
	return { page: page.map(({ row }) => row), nextCursor };
}

type CursorKey = readonly [sort: string, value: number | string, id: string];

function compareKeys([sort, one, oneId]: CursorKey, [, other, otherId]: CursorKey): number {
	const byValue = sort === "name" ? String(one).localeCompare(String(other)) : one < other ? 1 : one > other ? -1 : 0;
	return byValue || (oneId < otherId ? -1 : oneId > otherId ? 1 : 0);
}

function stateOf(attempt: Attempt | null, decision: Decision | "archived" | "paused" | undefined): SubscriptionState {
	if (attempt?.state === "busy") return "busy";
	return decision ?? attempt?.state ?? "active";
}

function viewOf(state: SubscriptionState): Exclude<View, "all"> {
	if (state === "kept" || state === "not_required") return state;
	if (state === "archived" || state === "paused") return "held";
	return state === "requested" || state === "confirmed" ? "unsubscribed" : "open";
}
