import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { ANYWHERE, bySender, inRange, KEPT, searchFor, UNREAD } from "#shared/search/scopes.ts";
import type { TestUser } from "#test/server.ts";
import { filtersContract } from "#tools/block-filter/contract.ts";
import { categorizerContract } from "#tools/categorizer/contract.ts";
import { searchOfUnread } from "#tools/categorizer/searches.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { searchOfCard, searchOfSender, searchOfSpace } from "#tools/smart-archive/searches.ts";
import { unsubscriberContract } from "#tools/unsubscriber/contract.ts";
import { searchOfAddress, searchOfList, searchOfRead } from "#tools/unsubscriber/searches.ts";
import { activityScore } from "./activity-score.ts";
import { contacts } from "./contacts.ts";
import { type Figures, inInbox, type Pair, pairsOf } from "./pairs.ts";

/** What the categorizer and the unsubscriber count: the whole mailbox, which is their longest range. */
const RANGE = { from: "2000-01-01T00:00:00.000Z", until: "2100-01-01T00:00:00.000Z" };

const hub: Figures = {
	screen: "hub",
	numbers: ["listAccounts items[].totalEmails", "listAccounts items[].keptEmails", "listAccounts items[].unreadEmails"],
	async read(user, account) {
		const { items } = await user.client(accountsContract).listAccounts();
		const own = items.filter(({ id }) => account === undefined || id === account);
		return [
			...(await pairsOf(own, async ({ id, totalEmails }) => ({
				what: "emails of a mailbox",
				count: totalEmails,
				listed: await inInbox(user, { account: id, q: searchFor(ANYWHERE) }),
			}))),
			...(await pairsOf(own, async ({ id, keptEmails }) => ({
				what: "emails of a mailbox without spam and trash",
				count: keptEmails,
				listed: await inInbox(user, { account: id, q: searchFor(...KEPT) }),
			}))),
			...(await pairsOf(own, async ({ id, unreadEmails }) => ({
				what: "unread emails of a mailbox",
				count: unreadEmails,
				listed: await inInbox(user, { account: id, q: `${searchFor(ANYWHERE)} ${UNREAD}` }),
			}))),
		];
	},
};

const inbox: Figures = {
	screen: "inbox: tabs, folder menu, header",
	numbers: [
		"listFolders items[].total",
		"listFolders items[].unread",
		"listEmails total",
		"listConversations total",
		"listLabels items[].total",
	],
	async read(user, account) {
		const client = user.client(accountsContract);
		const { items: accounts } = await client.listAccounts();
		const pairs: Pair[] = [];
		for (const { id } of accounts.filter((one) => account === undefined || one.id === account)) {
			const folders = (await client.listFolders({ params: { id } })).items;
			const shown = async (folder: string, q?: string) =>
				(await user.client(emailsContract).listEmails({ query: { account: id, folder, q, limit: 1 } })).total;
			for (const folder of folders)
				pairs.push(
					{
						what: `emails in the conversations of ${folder.id}`,
						count: (
							await user
								.client(emailsContract)
								.listConversations({ query: { account: id, folder: folder.id, limit: 1 } })
						).total,
						listed: folder.total,
					},
					{ what: `emails in ${folder.id}`, count: folder.total, listed: await shown(folder.id) },
					{ what: `unread emails in ${folder.id}`, count: folder.unread, listed: await shown(folder.id, UNREAD) },
				);
			for (const { name, total } of (await client.listLabels({ params: { id } })).items) {
				const q = searchFor(ANYWHERE, { kind: "label", name });
				pairs.push({
					what: `emails with the label ${name}`,
					count: total,
					listed: await inInbox(user, { account: id, q }),
				});
			}
		}
		return pairs;
	},
};

const categorizer: Figures = {
	screen: "categorizer: cards, list, senders",
	numbers: [
		...["promotional", "social", "updates", "primary", "forums"].map((name) => `getCategorySummary counts.${name}`),
		...["promotional", "social", "updates", "primary", "forums"].map((name) => `getCategorySummary unread.${name}`),
		...["promotional", "social", "updates", "primary", "forums"].map((name) => `getCategorySummary suspicious.${name}`),
		"getCategorySummary total",
		"listCategorizedEmails total",
		"listCategorizedSenders items[].count",
		"listCategorizedSenders items[].unread",
		"listCategorizedSenders items[].categories[].count",
		"listCategorizedSenders total",
	],
	async read(user, account) {
		const client = user.client(categorizerContract);
		const pairs: Pair[] = [];
		for (const [folders, archived] of [
			[false, false],
			[true, true],
		] as const) {
			const flags = { folders: folders ? "true" : "false", archived: archived ? "true" : "false" } as const;
			const scope = { account, ...RANGE, ...flags };
			const listed = (query: object) =>
				client.listCategorizedEmails({ query: { ...scope, ...query, limit: 1 } }).then(({ total }) => total);
			const { counts, unread, suspicious, total } = await client.getCategorySummary({ query: scope });
			const cards = {
				promotions: "promotional",
				social: "social",
				updates: "updates",
				primary: "primary",
				forums: "forums",
			} as const;
			const senders = await client.listCategorizedSenders({ query: { ...scope, limit: 200 } });
			const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
			pairs.push({ what: "all categories", count: total, listed: await listed({}) });
			pairs.push({
				what: "suspicious",
				count: sum(Object.values(suspicious)),
				listed: await listed({ category: "suspicious" }),
			});
			for (const [category, name] of Object.entries(cards) as [
				keyof typeof cards,
				(typeof cards)[keyof typeof cards],
			][]) {
				pairs.push({ what: `card ${category}`, count: counts[name], listed: await listed({ category }) });
				const unreadSearch = (await client.listCategorizedSenders({ query: { ...scope, category, limit: 200 } })).items;
				pairs.push({
					what: `unread ${category}`,
					count: unread[name],
					listed: sum(unreadSearch.map((one) => one.unread)),
				});
			}
			pairs.push({ what: "senders", count: senders.total, listed: senders.items.length });
			const some = senders.items.slice(0, 12);
			pairs.push(
				...(await pairsOf(some, async ({ accountId, key, count }) => ({
					what: `emails of ${key}`,
					count,
					listed: await listed({ account: accountId, sender: key }),
				}))),
				...(await pairsOf(some, async ({ accountId, key, unread: count }) => ({
					what: `unread emails of ${key}`,
					count,
					listed: await inInbox(user, { account: accountId, q: searchOfUnread({ ...RANGE, folders, archived }, key) }),
				}))),
				...some.map(({ key, count, categories }) => ({
					what: `categories of ${key}`,
					count,
					listed: sum(categories.map((one) => one.count)),
				})),
			);
		}
		return pairs;
	},
};

const unsubscriber: Figures = {
	screen: "unsubscriber: summary, rows, details",
	numbers: [
		"listSubscriptions items[].count",
		"listSubscriptions items[].readCount",
		"listSubscriptions items[].senders[].count",
		"listSubscriptions messages",
		"listSubscriptions total",
		...["all", "held", "kept", "not_required", "open", "unsubscribed"].map((view) => `listSubscriptions views.${view}`),
		"listSubscriptionEmails total",
	],
	async read(user, account) {
		const client = user.client(unsubscriberContract);
		const open = await client.listSubscriptions({ query: { account, ...RANGE } });
		const pairs: Pair[] = [
			{ what: "subscriptions", count: open.total, listed: open.items.length },
			{ what: "emails in total", count: open.messages, listed: open.items.reduce((sum, { count }) => sum + count, 0) },
		];
		for (const view of ["open", "unsubscribed", "held", "kept", "not_required", "all"] as const) {
			const { items } = await client.listSubscriptions({ query: { account, ...RANGE, view } });
			pairs.push({ what: `view ${view}`, count: open.views[view], listed: items.length });
		}
		for (const list of open.items.slice(0, 15)) {
			const at = (q: string | null) => inInbox(user, { account: list.accountId, q });
			const past = await client.listSubscriptionEmails({ query: { subscription: list.id, limit: 1 } });
			pairs.push(
				{ what: `emails of ${list.name}`, count: list.count, listed: await at(searchOfList(list, RANGE)) },
				{ what: `past emails of ${list.name}`, count: past.total, listed: await at(searchOfList(list, RANGE)) },
				{ what: `read emails of ${list.name}`, count: list.readCount, listed: await at(searchOfRead(list, RANGE)) },
			);
			for (const { email, count } of list.senders)
				pairs.push({
					what: `emails of ${list.name} from ${email}`,
					count,
					listed: await at(searchOfAddress(list, RANGE, email)),
				});
		}
		return pairs;
	},
};

const smartArchive: Figures = {
	screen: "smart archive: overview, cards, biggest senders, space, duplicates",
	numbers: [
		"getAnalysis emails",
		"getAnalysis oldPromotionsCount",
		"getAnalysis largeAttachmentsCount",
		"getAnalysis oldEmailsCount",
		"getAnalysis duplicatesCount",
		"getAnalysis cards[].count",
		"getAnalysis senders[].count",
		"getSpace cells[].count",
		"listCopies items[].count",
		"listCopies items[].removable",
		"planCleanup count",
		"planCleanup folders[].count",
	],
	async read(user, account) {
		const client = user.client(smartArchiveContract);
		const at = (q: string | null) => inInbox(user, { account, q });
		const analysis = await client.getAnalysis({ query: { account } });
		const pairs: Pair[] = [
			{ what: "emails", count: analysis.emails, listed: await at(searchFor(ANYWHERE)) },
			{ what: "old promotions", count: analysis.oldPromotionsCount, listed: await at(searchOfCard("old_promotions")) },
			{
				what: "large attachments",
				count: analysis.largeAttachmentsCount,
				listed: await at(searchOfCard("large_attachments")),
			},
			{ what: "old emails", count: analysis.oldEmailsCount, listed: await at(searchOfCard("old_emails")) },
			{ what: "duplicates", count: analysis.duplicatesCount, listed: await removable(user, account, "exact") },
		];
		for (const { type, count } of analysis.cards) {
			const copies = type === "exact_duplicates" ? "exact" : type === "near_duplicates" ? "near" : null;
			const listed = copies === null ? await at(searchOfCard(type)) : await removable(user, account, copies);
			pairs.push({ what: `card ${type}`, count, listed });
			if (type === "near_duplicates") continue;
			const plan = await client
				.planCleanup({ body: { account, selection: { type }, action: "trash" } })
				.catch(() => null);
			// What is in the trash already is not moved there.
			if (plan !== null && type !== "spam_trash") pairs.push({ what: `plan of ${type}`, count, listed: plan.count });
		}
		pairs.push(
			...(await pairsOf(analysis.senders, async ({ email, count }) => ({
				what: `emails of the big sender ${email}`,
				count,
				listed: await at(searchOfSender(email)),
			}))),
		);
		for (const by of ["sender", "year"] as const) {
			const { cells } = await client.getSpace({ query: { account, by } });
			pairs.push(
				...(await pairsOf(cells.filter(({ key }) => key !== null).slice(0, 8), async ({ key, count }) => ({
					what: `space of ${key}`,
					count,
					listed: await at(searchOfSpace(by, key)),
				}))),
			);
		}
		return pairs;
	},
};

/** How many copies the groups of duplicates offer to remove; each as its own plan counts them. */
async function removable(user: TestUser, account: string | undefined, kind: "exact" | "near"): Promise<number> {
	const client = user.client(smartArchiveContract);
	let sum = 0;
	for (let cursor: string | undefined; ; ) {
		const page = await client.listCopies({ query: { account, kind, limit: 50, cursor } });
		for (const { keptId, count, copies } of page.items) {
			const selection = { type: "copies_of", kind, keptId } as const;
			sum += (await client.planCleanup({ body: { account, selection, action: "trash" } })).count;
			if (copies.length !== Math.min(count, 20)) throw new Error(`The group of ${keptId} has not ${count} copies`);
		}
		if (page.nextCursor === null) return sum;
		cursor = page.nextCursor;
	}
}

const filters: Figures = {
	screen: "filters: dry run; screener",
	numbers: [
		...["previewFilter count", "previewFilter folders[].count", "getScreener items[].count", "getScreener waiting"],
		...["getScreenerPreview count", "getScreenerPreview total", "getScreenerPreview items[].count"],
	],
	async read(user, account) {
		const client = user.client(filtersContract);
		const { items } = await user.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 20 } });
		const ruleValue = items.find(({ senderEmail }) => senderEmail !== "")?.senderEmail ?? "";
		const pairs: Pair[] = [];
		for (const action of ["delete", "archive", "label"] as const) {
			const draft = {
				...{ name: "Figures", ruleType: "sender" as const, ruleValue, conditions: null, isActive: true },
				...{ action, labelName: action === "label" ? "Figures" : null, folderName: null, forwardTo: null },
				accountId: account ?? null,
			} as const;
			const { count, query, folders } = await client.previewFilter({ body: { draft } });
			pairs.push(
				{ what: `dry run of ${action}`, count, listed: await inInbox(user, { account, q: query }) },
				{ what: `folders of ${action}`, count, listed: folders.reduce((sum, one) => sum + one.count, 0) },
				...(await pairsOf(folders, async (folder) => ({
					what: `dry run of ${action} in ${folder.name}`,
					count: folder.count,
					listed: await inInbox(user, { account: folder.accountId, q: query, folder: folder.folderId }),
				}))),
			);
		}
		const screener = await client.getScreener({ query: { account } });
		pairs.push({ what: "waiting senders", count: screener.waiting, listed: screener.items.length });
		for (const { accountId, senderEmail, count } of screener.items) {
			const q = searchFor(ANYWHERE, bySender(senderEmail));
			pairs.push({ what: `emails of ${senderEmail}`, count, listed: await inInbox(user, { account: accountId, q }) });
		}
		if (account !== undefined) {
			const query = { account, limit: 500 };
			const { since, count, total, items: senders } = await client.getScreenerPreview({ query });
			pairs.push({ what: "senders to screen", count: total, listed: senders.length });
			pairs.push({ what: "emails to screen", count, listed: senders.reduce((sum, one) => sum + one.count, 0) });
			for (const sender of senders) {
				const q = searchFor({ kind: "in", folder: "inbox" }, bySender(sender.senderEmail), ...inRange({ from: since }));
				pairs.push({
					what: `recent emails of ${sender.senderEmail}`,
					count: sender.count,
					listed: await inInbox(user, { account, q }),
				});
			}
		}
		return pairs;
	},
};

const activity: Figures = {
	screen: "activity, previews of changes",
	numbers: [
		...["applied", "count", "failed", "skipped"].flatMap((name) => [
			`listOperations items[].${name}`,
			`getOperation ${name}`,
		]),
		...["planCategorized", "planRemoval", "planArchive", "previewSweep", "listPlanItems"].flatMap((id) => [
			`${id} count`,
			`${id} folders[].count`,
		]),
		"listPlanItems total",
		"getOperation total",
		// Of plans that were made like any other; their dialog lists them.
		"listWaitingPlans items[].count",
		"listWaitingPlans items[].folders[].count",
		"listWaitingPlans total",
		"listFilterPlans items[].plan.count",
		"listFilterPlans items[].plan.folders[].count",
		"listFilterPlans count",
		"listFilterPlans items[].matched",
	],
	async read(user, account) {
		const client = user.client(plansContract);
		const plan = await client.createPlan({ body: { action: "archive", query: "in:inbox", account } });
		const items = await client.listPlanItems({ params: { id: plan.id }, query: { limit: 1 } });
		const inFolders = plan.folders.reduce((sum, { count }) => sum + count, 0);
		const operations = await client.listOperations({ query: { limit: 20 } });
		return [
			{ what: "emails of a plan", count: plan.count, listed: items.total },
			{ what: "folders of a plan", count: plan.count, listed: inFolders },
			{ what: "search of a plan", count: plan.count, listed: await inInbox(user, { account, q: "in:inbox" }) },
			...(await pairsOf(
				operations.items.filter(({ count }) => count <= 500),
				async ({ id, title, count }) => {
					const { items: listed, total } = await client.getOperation({ params: { id }, query: { limit: 500 } });
					if (total !== listed.length) throw new Error(`${title}: ${total} emails, and ${listed.length} listed`);
					return { what: title, count, listed: listed.length };
				},
			)),
		];
	},
};

/** Every count of mail on every screen. */
export const figures: readonly Figures[] = [
	...[hub, inbox, categorizer, unsubscriber, smartArchive, filters, activity],
	...[activityScore, contacts],
];
