import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { listAccounts } from "#server/mailbox/accounts/store.ts";
import { askedSpan } from "#server/mailbox/asked-span.ts";
import type { Attempt, Subscription, SubscriptionState, unsubscriberContract, View } from "../../contract.ts";
import { latestAttempts } from "../ledger/attempts.ts";
import { countLists, countUnsorted } from "./counts.ts";
import { type Decision, readDecisions } from "./decisions.ts";
import { describeLists, type Standing } from "./describe.ts";
import { subscriptionIdOf } from "./subscription-id.ts";

type Spec = (typeof unsubscriberContract)["listSubscriptions"];
type Asked = z.output<Spec["query"]>;

/** Messages that nobody has looked at yet are counted so far. */
const MOST_UNSORTED = 10_000;

/** The lists that write to a person, as one view has them. @throws AppError 400 `bad-range` */
export async function listSubscriptions(ctx: Context, ownerId: string, asked: Asked): Promise<z.input<Spec["reply"]>> {
	const { database } = ctx;
	const all = await listAccounts(ctx, ownerId);
	const accounts = all.filter(({ id }) => asked.account === undefined || id === asked.account);
	const range = { ownerId, accountIds: accounts.map(({ id }) => id), ...askedSpan(asked) };
	const counted = await countLists(database, range, ctx.now());
	const attempts = await latestAttempts(database, ownerId, range.accountIds);
	const decisions = await readDecisions(database, ownerId, range.accountIds);
	const standings = counted.map((counts): Standing => {
		const id = subscriptionIdOf({ accountId: counts.account_id, listKey: counts.list_key });
		const attempt = attempts.get(id) ?? null;
		return { id, counts, attempt, state: stateOf(attempt, decisions.get(id)) };
	});
	const views = { open: 0, left: 0, kept: 0, not_required: 0, all: standings.length };
	for (const { state } of standings) views[viewOf(state)]++;
	const chosen = standings.filter(({ state }) => asked.view === "all" || viewOf(state) === asked.view);
	// What rollups know is put in order before messages are looked at, and only as many of those as are asked for.
	const early = EARLY[asked.sort];
	const looked = early === undefined ? chosen : chosen.sort(byOrThen(early)).slice(0, asked.limit);
	const items = await describeLists(ctx, range, accounts, looked);
	const late = LATE[asked.sort];
	return {
		items: late === undefined ? items : items.sort(late).slice(0, asked.limit),
		total: chosen.length,
		messages: chosen.reduce((sum, { counts }) => sum + counts.count, 0),
		views,
		unsorted: await countUnsorted(database, range, MOST_UNSORTED),
	};
}

type Sort = Asked["sort"];

/** Orders by what rollups know: the largest first. */
const EARLY: Partial<Record<Sort, (standing: Standing) => number>> = {
	count: ({ counts }) => counts.count,
	bytes: ({ counts }) => counts.bytes,
	unread: ({ counts }) => counts.count - counts.read,
};

const LATE: Partial<Record<Sort, (a: Subscription, b: Subscription) => number>> = {
	last: (a, b) => (a.lastAt < b.lastAt ? 1 : -1),
	name: (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
};

/** Equal ones stand as they did the last time. */
function byOrThen(value: (standing: Standing) => number) {
	return (a: Standing, b: Standing): number => value(b) - value(a) || (a.id < b.id ? -1 : 1);
}

function stateOf(attempt: Attempt | null, decision: Decision | undefined): SubscriptionState {
	if (attempt?.state === "busy") return "busy";
	return decision ?? attempt?.state ?? "active";
}

function viewOf(state: SubscriptionState): Exclude<View, "all"> {
	if (state === "kept" || state === "not_required") return state;
	return state === "requested" || state === "confirmed" ? "left" : "open";
}
