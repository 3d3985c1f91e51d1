import type { MailContext } from "#kernel/module.ts";
import { webMailUrls } from "#kernel/parse.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Attempt, Subscription, SubscriptionState } from "../../contract.ts";
import { expectedMethod } from "../methods/methods.ts";
import { canSendFrom } from "../methods/sender.ts";
import { subscriptionIdOf } from "../subscription-id.ts";
import type { ListCounts, Range } from "./counts.ts";
import { type ListEnds, listEnds, newestOffers } from "./ends.ts";
import { rhythmOf } from "./frequency.ts";
import { nameOf } from "./owned.ts";

/** What the rollups know of a list, without reading its messages. */
export interface ListSummary {
	id: string;
	counts: ListCounts;
	state: SubscriptionState;
	attempt: Attempt | null;
}

/** Adds details from the lists' messages, in the same order. A list whose mail was just deleted is omitted. */
export async function describeLists(
	ctx: MailContext,
	range: Range,
	accounts: readonly Account[],
	summaries: readonly ListSummary[],
): Promise<Subscription[]> {
	const { database } = ctx;
	const refs = summaries.map(({ counts }) => ({ accountId: counts.account_id, listKey: counts.list_key }));
	const rows = await listEnds(database, range, refs);
	const ends = new Map(rows.map((row) => [idOf(row), row]));
	const silent = rows.filter((row) => !offersSomething(row));
	const older = await newestOffers(
		database,
		range.ownerId,
		silent.map((row) => ({ accountId: row.account_id, listKey: row.list_key })),
	);
	const threads = rows.map((row) => ({ accountId: row.account_id, threadId: row.thread_id }));
	const urls = await webMailUrls(database, range.ownerId, threads);
	const senders = new Set(accounts.filter(canSendFrom).map(({ id }) => id));
	return summaries.flatMap((summary) => {
		const end = ends.get(summary.id);
		if (end === undefined) return [];
		const offer = older.get(summary.id)?.offer ?? end.list_unsubscribe;
		const reviewUrl = urls.get(end.thread_id) ?? null;
		return [present(summary, end, { offer, reviewUrl, canSend: senders.has(end.account_id) })];
	});
}

function idOf(row: Pick<ListEnds, "account_id" | "list_key">): string {
	return subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key });
}

function offersSomething({ list_unsubscribe: offer }: ListEnds): boolean {
	return offer !== null && offer.urls.length + offer.mailtos.length > 0;
}

function present(
	{ id, counts, state, attempt }: ListSummary,
	end: ListEnds,
	more: { offer: ListEnds["list_unsubscribe"]; reviewUrl: string | null; canSend: boolean },
): Subscription {
	const { method, address, explanation } = expectedMethod(more.offer, more.canSend);
	const { perMonth, words } = rhythmOf(counts.count, end.first.getTime(), end.received_date.getTime());
	return {
		id,
		accountId: end.account_id,
		name: nameOf(end),
		listId: end.list_unsubscribe?.listId ?? null,
		senders: counts.senders,
		senderCount: counts.sender_count,
		count: counts.count,
		readCount: counts.read,
		bytes: counts.bytes,
		perMonth,
		rhythm: words,
		since: end.since.toISOString(),
		lastAt: end.received_date.toISOString(),
		months: counts.months,
		newest: {
			id: end.id,
			threadId: end.thread_id,
			subject: end.subject,
			snippet: end.body_preview,
			date: end.received_date.toISOString(),
			reviewUrl: more.reviewUrl,
		},
		category: end.category,
		hasUnsubscribe: more.offer !== null && more.offer.urls.length + more.offer.mailtos.length > 0,
		unsubscribe: { method, address, explanation },
		state,
		attempt,
	};
}
