import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { lightDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type FilterDraft, filtersContract } from "../../contract.ts";
import { busiestOf } from "../testing/mailbox.ts";

let server: TestServer;
let ada: TestUser;
let filters: Client<typeof filtersContract>;

beforeAll(async () => {
	server = await startTestServer({ demo: lightDemo() });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
	filters = ada.client(filtersContract);
});
afterAll(() => server.close());
afterEach(async () => {
	for (const { id } of (await filters.listFilters()).items) await filters.deleteFilter({ params: { id } });
});

const draft = (part: Partial<FilterDraft>): FilterDraft => ({
	...{ name: "A rule", ruleType: "keyword", ruleValue: "", action: "delete" },
	...part,
});
const make = (part: Partial<FilterDraft>) => filters.createFilter({ body: draft(part) });

describe("warnings", () => {
	it("report conflicts, rules that are never reached, and rules that never fire", async () => {
		const { domain } = await busiestOf(ada);
		const wide = await make({ name: "Wide", ruleType: "domain", ruleValue: domain, action: "delete" });
		const contrary = await make({ name: "Contrary", ruleType: "domain", ruleValue: domain, action: "star" });
		const behind = await make({
			name: "Behind",
			ruleType: "sender",
			ruleValue: `somebody@${domain}`,
			action: "archive",
		});
		const idle = await make({ name: "Idle", ruleValue: "xyzzyplughqwerty", action: "star" });
		const { items } = await filters.checkFilters();
		expect(items.map(({ kind, filterId, otherId }) => [kind, filterId, otherId])).toEqual([
			["conflict", contrary.id, wide.id],
			["never_reached", behind.id, wide.id],
			["never_fires", idle.id, null],
		]);
		await filters.orderFilters({ body: { ids: [behind.id, idle.id, contrary.id, wide.id] } });
		const again = await filters.checkFilters();
		expect(again.items.map(({ kind, filterId }) => [kind, filterId])).toContainEqual(["conflict", wide.id]);
		const preview = await filters.previewFilter({
			body: { draft: draft({ ruleType: "domain", ruleValue: domain, action: "archive" }) },
		});
		expect(preview.warnings).toMatchObject([{ kind: "conflict", filterId: null }]);
	});

	it("detect from stored mail that other rules match everything", async () => {
		const { all } = await busiestOf(ada);
		let only: EmailItem | undefined;
		for (const item of all.slice(0, 50)) {
			if (!/\p{L} \p{L}/u.test(item.subject)) continue;
			const bySubject = draft({ ruleType: "subject", ruleValue: item.subject });
			if ((await filters.previewFilter({ body: { draft: bySubject } })).count !== 1) continue;
			only = item;
			break;
		}
		expect(only).toBeDefined();
		await make({ name: "Sender", ruleType: "sender", ruleValue: only?.senderEmail });
		const behind = await make({ name: "Subject", ruleType: "subject", ruleValue: only?.subject });
		expect((await filters.checkFilters()).items).toEqual([
			{
				kind: "never_reached",
				filterId: behind.id,
				otherId: null,
				sentence: "The only existing email it matches is matched by earlier filters.",
			},
		]);
	});
});
