import { expect, it } from "vitest";
import { removeUnlisted } from "./remove-missing.ts";
import { memoryFixture } from "./test-context.ts";

const fixture = memoryFixture();

it("removes all messages that were not listed, and no other, page by page", async () => {
	fixture.fill(23);
	await fixture.sync();
	const all = (await fixture.rows()).map((row) => row.provider_id);
	const listed = new Set(all.filter((_, i) => i % 5 === 1));
	const removed: string[] = [];
	const remove = async (providerIds: string[]) => {
		expect(providerIds.length).toBeLessThanOrEqual(2);
		removed.push(...providerIds);
		await fixture.query("delete from emails where account_id = $1 and provider_id = any($2)", [
			fixture.account,
			providerIds,
		]);
	};
	const { ctx, owner: ownerId, account: accountId } = fixture;
	const whose = { ctx, ownerId, accountId, signal: new AbortController().signal };
	await removeUnlisted(whose, listed, remove, { page: 3, chunk: 2 });
	expect(removed.toSorted()).toEqual(all.filter((id) => !listed.has(id)).toSorted());
	expect((await fixture.rows()).map((row) => row.provider_id)).toEqual(all.filter((id) => listed.has(id)));
});
