import type { Quota } from "#kernel/mail.ts";
import { accountsIn } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Overview } from "../contract.ts";
import { healthOf } from "../health.ts";
import { readActivity } from "./activity.ts";
import { type Categories, categoriesOf, readDaySums, storageByYearOf } from "./day-sums.ts";
import { readDates, readMailboxTotals, readPlans, readTotals } from "./figures.ts";
import { isKnown, problemOf, type Scope } from "./scope.ts";
import { readTopSenders } from "./senders.ts";
import { readSteps } from "./steps.ts";
import { inMegabytes, storageOf, storageOfMailbox } from "./storage.ts";
import { valueOrNull } from "./value-or-null.ts";

export type QuotaOf = (ownerId: string, accountId: string) => Promise<Quota>;

/** A provider that answers later than this is asked again with the next request, from the cache. */
const QUOTA_WAIT_MS = 1_500;
const UNKNOWN: Quota = { usedBytes: null, limitBytes: null };

/** Every figure of the dashboard, each defined here once. @throws AppError 404 for another user's mailbox */
export async function readOverview(
	ctx: MailContext,
	quotaOf: QuotaOf,
	ownerId: string,
	accountId: string | null,
): Promise<Overview> {
	const { database } = ctx;
	const accounts = await accountsIn(ctx, ownerId, accountId);
	const known = accounts.filter(isKnown);
	const scope: Scope = { ownerId, accountIds: known.map(({ id }) => id) };
	const has = <T>(figure: string, read: () => Promise<T>): Promise<T | null> =>
		known.length === 0 ? Promise.resolve(null) : valueOrNull(ctx, figure, read());
	const [totals, byMailbox, daySums, dates, senders, plans, activity, steps, storage] = await Promise.all([
		has("totals", () => readTotals(database, scope)),
		has("totals by mailbox", () => readMailboxTotals(database, scope)),
		has("sums by day", () => readDaySums(database, scope)),
		has("dates", () => readDates(database, scope)),
		has("senders", () => readTopSenders(database, scope)),
		has("plans", () => readPlans(database, scope, ctx.now())),
		valueOrNull(ctx, "activity", readActivity(database, ownerId, accountId)),
		readSteps(database, ownerId, accounts),
		has("storage", () => readStorage(quotaOf, ownerId, known)),
	]);
	const categories = daySums === null ? null : categoriesOf(daySums);
	const health =
		totals !== null && storage !== null
			? healthOf({ ...totals, usedBytes: storage.quotaUsedBytes, quotaBytes: storage.quotaBytes })
			: null;
	return {
		total_emails: totals?.total ?? null,
		unread_emails: totals?.unread ?? null,
		important_emails: categories?.important ?? null,
		emails_with_attachments: categories?.attached ?? null,
		total_size_mb: totals === null ? null : inMegabytes(totals.bytes),
		attachment_size_mb: categories === null ? null : inMegabytes(categories.attachmentBytes),
		oldest_email: dates?.oldest?.toISOString() ?? null,
		newest_email: dates?.newest?.toISOString() ?? null,
		top_senders: senders,
		totalEmails: totals?.total ?? null,
		unreadEmails: totals?.unread ?? null,
		promotionalEmails: categories?.promotional ?? null,
		inboxEmails: totals?.inbox ?? null,
		spamCount: totals?.spam ?? null,
		primaryCount: totals === null || categories === null ? null : primaryOf(totals.inbox, categories),
		promotionalCount: categories?.promotions ?? null,
		socialCount: categories?.social ?? null,
		updatesCount: categories?.updates ?? null,
		inboxCategories: totals === null || categories === null ? null : inboxCategoriesOf(totals.inbox, categories),
		storageUsedMB: storage === null ? null : inMegabytes(storage.usedBytes),
		storage,
		storageByYear: daySums === null ? null : storageByYearOf(daySums),
		healthScore: health?.score ?? null,
		deductions: health?.deductions ?? [],
		lastScanDate: known.map(({ lastSyncAt }) => lastSyncAt).reduce(later, null),
		recentActivity: activity,
		plans,
		mailboxes: accounts.map((account) => ({
			id: account.id,
			totalEmails: isKnown(account) && byMailbox !== null ? (byMailbox.get(account.id) ?? 0) : null,
			problem: problemOf(account),
		})),
		steps,
	};
}

function primaryOf(inbox: number, { promotions, social, updates, suspicious }: Categories): number {
	return Math.max(0, inbox - promotions - social - updates - suspicious);
}

function inboxCategoriesOf(
	inbox: number,
	{ primary, updates, forums, social, promotions, suspicious }: Categories,
): Overview["inboxCategories"] {
	const counts = { primary, updates, forums, social, promotions, suspicious };
	const sum = Object.values(counts).reduce((all, count) => all + count, 0);
	return { ...counts, other: Math.max(0, inbox - sum) };
}

async function readStorage(quotaOf: QuotaOf, ownerId: string, accounts: readonly Account[]) {
	const quotas = await Promise.all(accounts.map(({ id }) => withinTime(quotaOf(ownerId, id))));
	const mailboxes = accounts.map((account, index) => storageOfMailbox(account, quotas[index] ?? UNKNOWN));
	const mailBytes = accounts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	return { ...storageOf(mailboxes, mailBytes), isPending: quotas.includes(null) };
}

/** @returns null on timeout */
async function withinTime(quota: Promise<Quota>): Promise<Quota | null> {
	const { promise, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), QUOTA_WAIT_MS);
	try {
		return await Promise.race([quota, promise]);
	} finally {
		clearTimeout(timer);
	}
}

function later(one: string | null, other: string | null): string | null {
	if (one === null || other === null) return one ?? other;
	return one > other ? one : other;
}
