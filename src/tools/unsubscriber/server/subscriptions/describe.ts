import { dateRangeOf, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { webMailUrls } from "#kernel/parse.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import type { Attempt, Subscription, SubscriptionState } from "../../contract.ts";
import type { Reason } from "../attempts/reasons.ts";
import { expectedMethod, SUSPICIOUS } from "../methods/methods.ts";
import { readProblems } from "../methods/problems.ts";
import { canSendFrom } from "../methods/sender.ts";
import { type ListRef, subscriptionIdOf } from "../subscription-id.ts";
import type { ListCounts, Range } from "./counts.ts";
import { type ListEnds, listEnds, newestOffers } from "./ends.ts";
import { rhythmOf } from "./frequency.ts";
import { nameOf } from "./owned.ts";

/** What the rollups know of a list, without reading its messages. */
export interface ListSummary {
	id: string;
	counts: ListCounts;
	/** Emails per period of the range. */
	volume: number[];
	state: SubscriptionState;
	/** Of a paused list. */
	pausedUntil: Date | null;
	isUnopened: boolean;
	attempt: Attempt | null;
}

/** A message of a list that is left in the trash or in spam still shows what the list is. */
const REMAINING_ROLES = [...RECEIVED_ROLES, "trash", "spam"] as const;

/** Adds details from the lists' messages, in the same order. A list whose mail was just deleted is omitted. */
export async function describeLists(
	ctx: MailContext,
	range: Range,
	accounts: readonly Account[],
	summaries: readonly ListSummary[],
): Promise<Subscription[]> {
	const { database } = ctx;
	const { ownerId } = range;
	const refs = summaries.map(refOf);
	const rows = await listEnds(database, range, refs);
	const ends = new Map(rows.map((row) => [idOf(row), row]));
	const absent = summaries.filter(({ id, counts }) => counts.count === 0 && !ends.has(id)).map(refOf);
	for (const row of await listEnds(database, { ownerId, ...dateRangeOf({}) }, absent, REMAINING_ROLES)) {
		rows.push(row);
		ends.set(idOf(row), row);
	}
	const silent = rows.filter((row) => !offersSomething(row.offer)).map(refOfRow);
	const older = await newestOffers(database, ownerId, silent);
	const problems = await readProblems(database, ownerId, refs);
	const threads = rows.map((row) => ({ accountId: row.account_id, threadId: row.thread_id }));
	const urls = await webMailUrls(database, ownerId, threads);
	const senders = new Set(accounts.filter(canSendFrom).map(({ id }) => id));
	return summaries.flatMap((summary) => {
		const end = ends.get(summary.id) ?? null;
		if (end === null && summary.attempt === null) return [];
		const known = older.get(summary.id) ?? { offer: end?.offer ?? null, emailId: end?.offer_id ?? null };
		const problem = problems.get(summary.id);
		return [
			present(summary, end, {
				rangeMs: range.until.getTime() - range.from.getTime(),
				offer: known.offer,
				problem: problem !== undefined && problem.emailId === known.emailId ? problem.reason : null,
				reviewUrl: end === null ? null : (urls.get(end.thread_id) ?? null),
				canSend: senders.has(summary.counts.account_id),
			}),
		];
	});
}

function refOf({ counts }: ListSummary): ListRef {
	return { accountId: counts.account_id, listKey: counts.list_key };
}

function refOfRow({ account_id: accountId, list_key: listKey }: ListEnds): ListRef {
	return { accountId, listKey };
}

function idOf(row: ListEnds): string {
	return subscriptionIdOf(refOfRow(row));
}

function offersSomething(offer: ListUnsubscribe | null): boolean {
	return offer !== null && offer.urls.length + offer.mailtos.length > 0;
}

interface Offering {
	/** Length of the range, in milliseconds. */
	rangeMs: number;
	offer: ListUnsubscribe | null;
	/** Why an earlier check of the offer's signature failed; null: it did not. */
	problem: Reason | null;
	reviewUrl: string | null;
	canSend: boolean;
}

/** @param end null: no message of the list is left, so its attempt says what it is */
function present(
	{ id, counts, volume, state, pausedUntil, isUnopened, attempt }: ListSummary,
	end: ListEnds | null,
	{ rangeMs, offer, problem, reviewUrl, canSend }: Offering,
): Subscription {
	const isSuspicious = isDistrusted(end?.trust ?? null) && end?.offer_id == null;
	const { method, address, explanation, by } = isSuspicious ? SUSPICIOUS : expectedMethod(offer, canSend, problem);
	// A list without mail in the range is described by mail outside of it.
	const isCounted = end !== null && counts.count > 0;
	const { perMonth, words } = isCounted
		? rhythmOf(counts.count, end.first.getTime(), end.received_date.getTime(), rangeMs)
		: rhythmOf(0, 0, 0, rangeMs);
	return {
		id,
		accountId: counts.account_id,
		listKey: counts.list_key,
		name: end === null ? (attempt?.name ?? "") : nameOf(end),
		listId: end?.list_unsubscribe?.listId ?? null,
		senders: counts.senders,
		senderCount: counts.sender_count,
		count: counts.count,
		readCount: counts.read,
		bytes: counts.bytes,
		perMonth,
		rhythm: words,
		since: end?.since.toISOString() ?? null,
		firstAt: isCounted ? end.first.toISOString() : null,
		lastAt: end?.received_date.toISOString() ?? null,
		volume,
		newest: end && {
			id: end.id,
			threadId: end.thread_id,
			subject: end.subject,
			snippet: end.body_preview,
			date: end.received_date.toISOString(),
			reviewUrl,
		},
		category: end?.category ?? null,
		isSuspicious,
		hasUnsubscribe: offersSomething(offer),
		unsubscribe: { method, address, explanation, byUser: by === "user" },
		state,
		pausedUntil: pausedUntil?.toISOString() ?? null,
		isUnopened,
		attempt,
	};
}
