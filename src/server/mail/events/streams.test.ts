import { expect, it } from "vitest";
import { importGenerated, OWNER, openMailbox, testInstall } from "#test/mailbox.ts";
import type { Context } from "../../identity/auth/context.ts";
import { on } from "../../platform/event-streams/streams.ts";
import { createPlan } from "../changes/plan.ts";
import { applyPlan } from "../changes/start.ts";
import { undoOperation } from "../changes/undo.ts";
import { applyLocalChange } from "../store/change.ts";
import { mailChanged, mailRemoved } from "./streams.ts";

const COUNT = 1_100;

it("publishes what a bulk change changed and what was removed, in few events", async () => {
	const install = await testInstall();
	const changed: { ids: string[]; parts: string[] }[] = [];
	const removed: string[] = [];
	const subscription = {
		name: "test.recorder",
		handlers: [
			on(mailChanged, async (_: Context, events) => {
				for (const { payload } of events) changed.push({ ids: payload.emailIds, parts: payload.parts });
			}),
			on(mailRemoved, async (_: Context, events) => {
				for (const { payload } of events) removed.push(...payload.emailIds);
			}),
		],
	};
	const box = await openMailbox(install, { subscriptions: [subscription] });
	try {
		const { ctx } = box;
		const account = await importGenerated(box, { count: COUNT });
		const inbox = await ctx.database.query<{ id: string }>(
			"select id from emails where folder_role = 'inbox' order by id",
			[],
		);
		const ids = inbox.map(({ id }) => id);
		changed.length = 0;
		const plan = await createPlan(ctx, OWNER, {
			action: { type: "archive" },
			query: "in:inbox",
			account,
			source: "inbox",
		});
		const { operation } = await applyPlan(ctx, OWNER, plan.id);
		await ctx.jobs.drain();
		expect(changed.flatMap((event) => event.ids).sort()).toEqual(ids);
		expect(new Set(changed.flatMap((event) => event.parts))).toEqual(new Set(["folder"]));
		expect(changed.length).toBeLessThan(COUNT / 100);
		await undoOperation(ctx, OWNER, operation.id);
		await ctx.jobs.drain();
		expect(changed.flatMap((event) => event.ids)).toHaveLength(2 * ids.length);
		await ctx.database.transaction(() =>
			applyLocalChange({ database: ctx.database, ownerId: OWNER, accountId: account }, ids.slice(0, 3), {
				destroy: true,
			}),
		);
		await ctx.jobs.drain();
		expect(removed.sort()).toEqual(ids.slice(0, 3));
	} finally {
		await box.close();
		await install.remove();
	}
});
