import { afterAll, beforeAll, expect, test } from "vitest";
import { plansContract } from "#shared/contracts/plans.ts";
import { type CleaningFixture, kinds, startCleaningFixture } from "./cleaning-fixture.ts";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture();
});
afterAll(() => fixture?.close());

test.each(kinds)(
	"in the %s mailbox, a change shows here and at the provider, and undo restores everything",
	async (kind) => {
		const { user, accountId, state } = fixture.mailbox(kind);
		const before = await state();
		expect(Object.keys(before.stored).length).toBeGreaterThanOrEqual(66);
		if (before.atProvider !== null)
			expect(Object.keys(before.atProvider)).toHaveLength(Object.keys(before.stored).length);

		const client = user.client(plansContract);
		const body = { action: "trash" as const, query: "in:inbox", account: accountId };
		const plan = await client.createPlan({ body });
		expect(plan.count).toBeGreaterThan(40);
		const { operation } = await client.applyPlan({ params: { id: plan.id } });
		const after = await state();
		expect(after.stored).not.toEqual(before.stored);
		if (before.atProvider !== null) expect(after.atProvider).not.toEqual(before.atProvider);

		await client.undoOperation({ params: { id: operation.id } });
		expect(await state()).toEqual(before);
	},
);
