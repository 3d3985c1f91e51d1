import { afterAll, beforeAll, expect, it } from "vitest";
import { idsOf, importGenerated, OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createPlan } from "./plan.ts";
import { discardPlan, listWaitingPlans } from "./waiting.ts";

/** Plans that wait for their user, page by page. */

let box: TestMailbox;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	await importGenerated(box, { count: 4 });
});
afterAll(async () => {
	await box.close();
	await removeInstall();
});

it("lists every plan that waits, newest first, also when they are more than a page", async () => {
	const [id = ""] = (await idsOf(box)).values();
	const made: string[] = [];
	for (const requestedBy of ["one", "two", "three", "four", "five"]) {
		const action = { type: "trash" } as const;
		const plan = await createPlan(box.ctx, OWNER, { action, ids: [id], source: "mcp", requestedBy });
		made.unshift(plan.id);
	}
	const read = (cursor?: string) => listWaitingPlans(box.ctx, OWNER, { limit: 2, cursor });
	const first = await read();
	const second = await read(first.nextCursor ?? "");
	const last = await read(second.nextCursor ?? "");
	expect([first, second, last].map(({ items }) => items.map((plan) => plan.id))).toEqual([
		made.slice(0, 2),
		made.slice(2, 4),
		made.slice(4),
	]);
	expect([first, second, last].map(({ total }) => total)).toEqual([5, 5, 5]);
	expect(last.nextCursor).toBeNull();
	// The oldest can be discarded, too.
	await discardPlan(box.ctx, OWNER, last.items[0]?.id ?? "");
	expect((await read(second.nextCursor ?? "")).items).toEqual([]);
	await expect(read("x")).rejects.toMatchObject({ code: "bad-cursor" });
});
