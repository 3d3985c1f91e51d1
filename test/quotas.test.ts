import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKeys } from "#server/identity/auth/keys/api-keys.ts";
import { createPricingPlan, listPricingPlans } from "#server/platform/usage/plans.ts";
import { createWebhook, listWebhooks } from "#server/platform/webhooks/webhooks.ts";
import { filterDraft, filtersContract } from "#tools/block-filter/contract.ts";
import { makeRules } from "#tools/block-filter/server/rules/rules.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { requireRoomForDraft } from "#tools/composer/server/drafts.ts";
import { createTemplate, listTemplates } from "#tools/composer/server/templates.ts";
import { listLists, startList } from "#tools/enrichment/server/lists/lists.ts";
import { saveWatch } from "#tools/spam-analyzer/server/watch/store.ts";
import { validatorContract } from "#tools/validator/contract.ts";
import { uploadFile } from "#tools/validator/server/files/upload.ts";
import { startMonitoring } from "#tools/validator/server/monitoring/lists.ts";
import { startTestServer, type TestServer, type TestUser } from "./server.ts";

/** What a user can have a number of: the next one is refused in a sentence, and nothing is made. */

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
	user = await server.signUp();
});
afterAll(() => server.close());

interface Quota {
	code: string;
	sentence: string;
	/** @param n distinguishes them */
	make(n: number, most: number): Promise<unknown>;
	count(): Promise<number>;
}

const keys = (most: number) => createApiKeys(server.ctx.database, server.ctx.now, most);
const countOf = async (table: string): Promise<number> => {
	const row = await server.ctx.database.one<{ n: number }>(`select count(*)::int as n from ${table}`, []);
	return row?.n ?? 0;
};
/** Stays in progress. */
const paused = (id: string) => server.ctx.work.pause({ ownerId: user.ownerId, id });

const quotas: Record<string, Quota> = {
	"API keys": {
		code: "too-many-keys",
		sentence: "There are 2 keys already. Delete one that you no longer use.",
		make: (n, most) => keys(most).create(user.ownerId, { name: `Key ${n}`, scopes: ["mail:read"] }),
		count: async () => (await keys(2).list(user.ownerId)).length,
	},
	webhooks: {
		code: "too-many-webhooks",
		sentence: "There are 2 webhooks already. Delete one that you no longer use.",
		make: (n, most) =>
			createWebhook(server.ctx, user.ownerId, { url: `http://127.0.0.1:9/${n}`, events: ["email.sent"] }, most),
		count: async () => (await listWebhooks(server.ctx.database, user.ownerId)).length,
	},
	"pricing plans": {
		code: "too-many-plans",
		sentence: "There are 2 plans. Delete one first.",
		make: (n, most) => {
			const limits = { mailboxes: null, aiPersonalizations: null, validations: null };
			const words = { name: `Plan ${n}`, price: "Free", period: "", description: "", features: [] };
			const plan = { ...words, limits, position: n, isDefault: false, stripePriceId: null, isPerMailbox: false };
			return createPricingPlan(server.ctx.database, plan, server.ctx.now(), most);
		},
		count: async () => (await listPricingPlans(server.ctx.database)).length,
	},
	templates: {
		code: "too-many-templates",
		sentence: "You have 2 templates. Delete some of them first.",
		make: (n, most) =>
			createTemplate(server.ctx, user.ownerId, { name: `${n}`, subject: "", html: null, text: "Hello" }, most),
		count: async () => (await listTemplates(server.ctx.database, user.ownerId)).length,
	},
	drafts: {
		code: "too-many-drafts",
		sentence: "You have 2 drafts. Discard some of them first.",
		make: async (_, most) => {
			await requireRoomForDraft(server.ctx, user.ownerId, most);
			await user.client(composerContract).createDraft({ body: {} });
		},
		count: () => countOf("drafts"),
	},
	filters: {
		code: "too-many-filters",
		sentence: "You can have at most 2 filters. Delete some that you no longer need.",
		make: (n, most) => {
			const draft = {
				name: `${n}`,
				ruleType: "sender" as const,
				ruleValue: `a${n}@ink.example`,
				action: "star" as const,
			};
			return makeRules(server.ctx, user.ownerId, [filterDraft.parse(draft)], most);
		},
		count: async () => (await user.client(filtersContract).listFilters()).items.length,
	},
	"watched domains": {
		code: "too-many-watches",
		sentence: "You can watch 2 domains. Stop watching another one first.",
		make: (n, most) => {
			const watch = {
				domain: `${n}.example`,
				subject: "",
				every: "week" as const,
				mails: false,
				now: server.ctx.now(),
			};
			const { database } = server.ctx;
			return database.transaction(() => saveWatch(database, { ownerId: user.ownerId, ...watch }, most));
		},
		count: () => countOf("watched_domains"),
	},
	"enrichment lists": {
		code: "too-many-lists",
		sentence: "2 lists are in progress. Wait for one, or cancel it.",
		make: async (n, most) => {
			const table = { columns: [], rows: [{ email: `a${n}@ink.example`, cells: [] }], skippedRows: 0 };
			await paused((await startList(server.ctx, user.ownerId, { name: `${n}`, ...table }, most)).id);
		},
		count: async () => (await listLists(server.ctx, user.ownerId, { limit: 10 })).items.length,
	},
	"files being validated": {
		code: "too-many-files",
		sentence: "2 files are being validated. Wait for one, or cancel it.",
		make: async (n, most) => {
			const { body } = new Response(`Email\na${n}@ink.example\n`);
			const file = {
				filename: `${n}.csv`,
				body,
				given: {},
				leavesOutDuplicates: false,
				webhookUrl: null,
				signal: new AbortController().signal,
			};
			await paused(await uploadFile(server.ctx, user.ownerId, file, most));
		},
		count: async () => (await user.client(validatorContract).listFileBatches({ query: {} })).items.length,
	},
	"monitored lists": {
		code: "too-many-lists",
		sentence: "You monitor 2 lists already. Delete one first.",
		make: (n, most) =>
			startMonitoring(
				server.ctx,
				user.ownerId,
				{ name: `${n}`, every: "month", emails: [`a${n}@ink.example`] },
				{ lists: most, addresses: 5 },
			),
		count: async () => (await user.client(validatorContract).listMonitoredLists({})).items.length,
	},
};

test.each(Object.entries(quotas))("of %s there are at most so many", async (_, { code, sentence, make, count }) => {
	for (const n of [1, 2]) await make(n, 2);
	await expect(make(3, 2)).rejects.toMatchObject({ status: 409, code, message: sentence });
	expect(await count()).toBe(2);
	await make(3, 3);
	expect(await count()).toBe(3);
});

test("a watched domain can be changed when there are no more", async () => {
	const { database } = server.ctx;
	const watch = { ownerId: user.ownerId, domain: "1.example", subject: "", every: "day" as const, mails: true, now: 0 };
	await database.transaction(() => saveWatch(database, watch, 3));
	expect(await countOf("watched_domains")).toBe(3);
});
