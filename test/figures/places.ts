import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import type { FigureId } from "#shared/figures/figures.ts";
import { CATEGORIES } from "#shared/mail/categories.ts";
import { KEPT, searchFor, UNREAD } from "#shared/search/scopes.ts";
import type { TestUser } from "#test/server.ts";
import { activityScoreContract } from "#tools/activity-score/contract.ts";
import { categorizerContract } from "#tools/categorizer/contract.ts";
import { dashboardContract } from "#tools/dashboard/contract.ts";
import { queries } from "#tools/dashboard/queries.ts";
import { campaignsContract } from "#tools/follow-up-tracker/contract.ts";
import { findFolder } from "#tools/inbox/web/folders/folder-names.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { searchOfCard } from "#tools/smart-archive/searches.ts";
import { unsubscriberContract } from "#tools/unsubscriber/contract.ts";
import { searchOfList, searchOfRead } from "#tools/unsubscriber/searches.ts";
import { emailsAWeek, perWeek } from "#tools/unsubscriber/web/base/emails-a-week.ts";
import { inInbox } from "./pairs.ts";

/** One place of a screen where a figure is shown. */
export interface Place {
	figure: FigureId;
	/** Which one, where there are several: a category, a list. */
	which?: string;
	place: string;
	value: number | null;
}

const DAY_MS = 86_400_000;
const EVER = { from: "2000-01-01T00:00:00.000Z" };
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const sum = (all: readonly (number | null)[]): number => all.reduce<number>((one, other) => one + (other ?? 0), 0);

/** Every figure of a user's mail, at each place that shows it. @param account undefined: all mailboxes */
export async function mailPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const parts = [countPlaces, categoryPlaces, storagePlaces, cleanupPlaces, waitingPlaces, listPlaces];
	const places: Place[] = [];
	for (const read of parts) places.push(...(await read(user, account)));
	return places;
}

async function accountsOf(user: TestUser, account: string | undefined) {
	const { items } = await user.client(accountsContract).listAccounts();
	return items.filter(({ id }) => account === undefined || id === account);
}

async function foldersOf(user: TestUser, account: string | undefined) {
	const accounts = await accountsOf(user, account);
	const client = user.client(accountsContract);
	return (await Promise.all(accounts.map(({ id }) => client.listFolders({ params: { id } })))).flatMap(
		({ items }) => items,
	);
}

async function countPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const dashboard = await user.client(dashboardContract).get_email_statistics({ query: { account } });
	const analysis = await user.client(smartArchiveContract).getAnalysis({ query: { account } });
	const accounts = await accountsOf(user, account);
	const folders = await foldersOf(user, account);
	const kept = folders.filter(({ role }) => role !== "spam" && role !== "trash");
	const search = (q: string) => inInbox(user, { account, q });
	const inbox = findFolder(folders, "inbox");
	const shown = await user.client(emailsContract).listConversations({ query: { account, folder: "inbox", limit: 1 } });
	return [
		{ figure: "emails", place: "dashboard, facts", value: dashboard.totalEmails },
		{ figure: "emails", place: "dashboard, mailboxes", value: sum(dashboard.mailboxes.map((one) => one.totalEmails)) },
		{ figure: "emails", place: "rail, hub, settings", value: sum(accounts.map(({ keptEmails }) => keptEmails)) },
		{ figure: "emails", place: "inbox, folders", value: sum(kept.map(({ total }) => total)) },
		{ figure: "emails", place: "inbox, search of the hub", value: await search(searchFor(...KEPT) ?? "") },
		{ figure: "everywhere", place: "disconnecting", value: sum(accounts.map(({ totalEmails }) => totalEmails)) },
		{ figure: "everywhere", place: "smart archive", value: analysis.emails },
		{ figure: "everywhere", place: "inbox, folders", value: sum(folders.map(({ total }) => total)) },
		{ figure: "inbox", place: "dashboard, facts", value: dashboard.inboxEmails },
		{ figure: "inbox", place: "dashboard, categories", value: sum(Object.values(dashboard.inboxCategories ?? {})) },
		{ figure: "inbox", place: "inbox, folders", value: inbox?.total ?? 0 },
		{ figure: "inbox", place: "inbox, conversations", value: shown.total },
		{ figure: "inboxUnread", place: "rail, tab", value: inbox?.unread ?? 0 },
		{ figure: "inboxUnread", place: "inbox, search", value: await search(`in:inbox ${UNREAD}`) },
		{ figure: "unread", place: "dashboard, facts", value: dashboard.unreadEmails },
		{ figure: "unread", place: "inbox, folders", value: sum(kept.map(({ unread }) => unread)) },
		{ figure: "unread", place: "inbox, search", value: await search(queries.unread) },
		{ figure: "promotional", place: "dashboard, facts", value: dashboard.promotionalEmails },
		{ figure: "promotional", place: "inbox, search", value: await search(queries.promotional) },
		{ figure: "spam", place: "dashboard, facts", value: dashboard.spamCount },
		{ figure: "spam", place: "inbox, tab", value: findFolder(folders, "spam")?.total ?? 0 },
	];
}

const COUNTS = {
	promotions: "promotional",
	social: "social",
	updates: "updates",
	forums: "forums",
	primary: "primary",
} as const;

async function categoryPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const dashboard = user.client(dashboardContract);
	const categorizer = user.client(categorizerContract);
	const { inboxCategories } = await dashboard.get_email_statistics({ query: { account } });
	const inInboxNow = await categorizer.getCategorySummary({ query: { account, ...EVER } });
	const range = { account, from: day(20 * 365), until: day(0) };
	const charts = await dashboard.getDashboardCharts({ query: range });
	const received = await categorizer.getCategorySummary({ query: { ...range, folders: "true", archived: "true" } });
	return [
		...CATEGORIES.flatMap((which): Place[] => [
			{ figure: "inboxCategory", which, place: "dashboard", value: inboxCategories?.[which] ?? null },
			{ figure: "inboxCategory", which, place: "categorizer", value: inInboxNow.counts[COUNTS[which]] },
		]),
		...CATEGORIES.flatMap((which): Place[] => [
			{
				...{ figure: "categoryEmails", which, place: "dashboard, chart" },
				value: sum((charts.received ?? []).map((point) => point[which])),
			},
			{ figure: "categoryEmails", which, place: "categorizer", value: received.counts[COUNTS[which]] },
		]),
	];
}

async function storagePlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const accounts = await accountsOf(user, account);
	const { storage, storageByYear } = await user.client(dashboardContract).get_email_statistics({ query: { account } });
	const { usage } = await user.client(smartArchiveContract).getAnalysis({ query: { account } });
	const quotas = await Promise.all(
		accounts.map(({ id }) => user.client(accountsContract).getQuota({ params: { id } })),
	);
	const reported = quotas.filter(({ limitBytes }) => limitBytes !== null);
	const used = sum(reported.map(({ usedBytes }) => usedBytes));
	const quota = sum(reported.map(({ limitBytes }) => limitBytes));
	const years = (storageByYear ?? []).flatMap((year) => [year.attached, year.plain, year.discarded]);
	return [
		{ figure: "mailSize", place: "dashboard", value: storage?.mailBytes ?? null },
		{ figure: "mailSize", place: "dashboard, chart", value: sum(years.map(({ bytes }) => bytes)) },
		{ figure: "mailSize", place: "hub", value: sum(accounts.map(({ sizeBytes }) => sizeBytes)) },
		{ figure: "quota", which: "used", place: "dashboard", value: storage?.quotaUsedBytes ?? null },
		{ figure: "quota", which: "used", place: "smart archive", value: usage.quotaUsedBytes },
		{ figure: "quota", which: "used", place: "hub", value: used },
		{ figure: "quota", which: "all", place: "dashboard", value: storage?.quotaBytes ?? null },
		{ figure: "quota", which: "all", place: "smart archive", value: usage.quotaBytes },
		{ figure: "quota", which: "all", place: "hub", value: quota },
		{ figure: "quota", which: "percent", place: "dashboard", value: storage?.percent ?? null },
		{ figure: "quota", which: "percent", place: "smart archive", value: usage.percent },
		{ figure: "quota", which: "percent", place: "hub", value: quota === 0 ? 0 : (100 * used) / quota },
	];
}

async function cleanupPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const { plans } = await user.client(dashboardContract).get_email_statistics({ query: { account } });
	const analysis = await user.client(smartArchiveContract).getAnalysis({ query: { account } });
	const from = new Date(Date.now() - 90 * DAY_MS).toISOString();
	const lists = await user.client(unsubscriberContract).listSubscriptions({ query: { account, from, view: "all" } });
	const unread = lists.items.filter(({ count, readCount }) => count >= 3 && readCount === 0);
	const search = (q: string) => inInbox(user, { account, q });
	return [
		{ figure: "oldPromotions", place: "dashboard", value: plans?.oldPromotions.count ?? null },
		{ figure: "oldPromotions", place: "inbox, search", value: await search(queries.oldPromotions) },
		{ figure: "oldPromotionsAnywhere", place: "smart archive", value: analysis.oldPromotionsCount },
		{
			...{ figure: "oldPromotionsAnywhere", place: "inbox, search" },
			value: await search(searchOfCard("old_promotions") ?? ""),
		},
		{ figure: "unreadLists", place: "dashboard", value: plans?.unreadLists ?? null },
		{ figure: "unreadLists", place: "unsubscriber", value: unread.length },
	];
}

async function waitingPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const { waiting } = await user.client(dashboardContract).getBrief({ query: { account } });
	const campaigns = user.client(campaignsContract);
	const tracked = async (who: "me" | "them") =>
		(await campaigns.listWaitingThreads({ query: { account, for: who, limit: 1 } })).total;
	const activity = user.client(activityScoreContract);
	const score = await activity.getActivityScore({ query: { account } });
	const listed = async (list: "waiting_for_me" | "waiting_for_them") =>
		(await activity.listActivityEmails({ query: { account, list, limit: 1 } })).total;
	return [
		{ figure: "waitingForMe", place: "dashboard, today", value: waiting.total },
		{ figure: "waitingForMe", place: "follow-up tracker", value: await tracked("me") },
		{ figure: "waitingForThem", place: "follow-up tracker", value: await tracked("them") },
		{ figure: "waitingForMe", place: "activity score", value: score.waitingForMe },
		{ figure: "waitingForMe", place: "activity score, list", value: await listed("waiting_for_me") },
		{ figure: "waitingForThem", place: "activity score", value: score.waitingForThem },
		{ figure: "waitingForThem", place: "activity score, list", value: await listed("waiting_for_them") },
	];
}

/** Lists that are compared one by one. */
const LISTS = 12;

async function listPlaces(user: TestUser, account: string | undefined): Promise<Place[]> {
	const client = user.client(unsubscriberContract);
	const { items } = await client.listSubscriptions({ query: { account, ...EVER, view: "all" } });
	const places: Place[] = [];
	for (const list of items.slice(0, LISTS)) {
		const search = (q: string | null) => inInbox(user, { account: list.accountId, q });
		const which = list.id;
		const senders = list.senders.length === list.senderCount ? list.senders.map(({ count }) => count) : [list.count];
		places.push(
			{ figure: "listEmails", which, place: "unsubscriber, row", value: list.count },
			{ figure: "listEmails", which, place: "unsubscriber, chart", value: sum(list.volume) },
			{ figure: "listEmails", which, place: "unsubscriber, senders", value: sum(senders) },
			{ figure: "listEmails", which, place: "inbox, search", value: await search(searchOfList(list, EVER)) },
			{ figure: "listRead", which, place: "unsubscriber, row", value: list.readCount },
			{ figure: "listRead", which, place: "inbox, search", value: await search(searchOfRead(list, EVER)) },
			{ figure: "listRate", which, place: "unsubscriber, row", value: Number(perWeek(list, EVER)) },
			{ figure: "listRate", which, place: "unsubscriber, head", value: rounded(emailsAWeek([list], EVER)) },
		);
	}
	return places;
}

const rounded = (value: number): number => Number(value.toFixed(1));
