import { afterAll, beforeAll, expect, test } from "vitest";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createCampaign, launchCampaign, pauseCampaign, resumeCampaign } from "./campaigns.ts";
import { addRecipients } from "./recipients.ts";
import { getCampaign } from "./report/report.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "./testing/campaign-mailbox.ts";
import { samplePlan } from "./testing/sample-plan.ts";

describeIf(dovecotPath !== null)("a campaign whose messages bounce", () => {
	let mailbox: CampaignMailbox;
	let now = Date.parse("2026-06-01T08:00:00Z");
	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
	});
	afterAll(() => mailbox.close());

	/** @param addresses the server knows those that begin with "ann", and not those that begin with "refused" */
	async function launch(name: string, addresses: readonly string[], pauseAtBounces: number | null): Promise<string> {
		const { ctx } = mailbox.box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], pauseAtBounces }));
		const rows = addresses.map((one, index) => ({ email: `${one}-${name}-${index}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		return id;
	}

	/** Runs it until nothing further is due. @returns how many addresses were tried, and what became of it */
	async function play(campaignId: string) {
		const { ctx } = mailbox.box;
		for (;;) {
			const row = await ctx.database.one<{ at: Date | null }>("select next_run_at as at from campaigns where id = $1", [
				campaignId,
			]);
			if (row?.at == null) break;
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await ctx.jobs.drain();
		}
		const { state, pauseReason, states, attempted } = await getCampaign(ctx, OWNER, campaignId);
		return { state, pauseReason, attempted, bounced: states.bounced ?? 0 };
	}

	test("pauses at its limit from the third bounce on, and again only for further ones once it is resumed", async () => {
		const list = ["refused", "refused", "ann", "refused", "ann", "refused", "refused", "refused", "ann"];
		const id = await launch("limit", list, 20);
		expect(await play(id)).toEqual({
			...{ state: "paused", attempted: 4, bounced: 3 },
			pauseReason:
				"3 of 4 people couldn't be reached (75.0%). Check the addresses of the list before you resume, so that your mail isn't taken for spam.",
		});
		await resumeCampaign(mailbox.box.ctx, OWNER, id);
		expect(await play(id)).toMatchObject({ state: "paused", attempted: 8, bounced: 6 });
		await resumeCampaign(mailbox.box.ctx, OWNER, id);
		expect(await play(id)).toMatchObject({ state: "completed", attempted: 9, bounced: 6 });
	});

	test("counts the same bounces on after the user paused it", async () => {
		const id = await launch("break", ["refused", "refused", "ann", "refused", "ann"], 20);
		const { ctx } = mailbox.box;
		await pauseCampaign(ctx, OWNER, id);
		await resumeCampaign(ctx, OWNER, id);
		expect(await play(id)).toMatchObject({ state: "paused", bounced: 3 });
	});

	test("keeps sending below its limit, and without one", async () => {
		const few = [...Array.from({ length: 12 }, () => "ann"), "refused", "refused", "refused"];
		expect(await play(await launch("few", few, 21))).toMatchObject({ state: "completed", bounced: 3 });
		const all = Array.from({ length: 4 }, () => "refused");
		expect(await play(await launch("never", all, null))).toMatchObject({ state: "completed", bounced: 4 });
	});

	test("pauses all campaigns of a mailbox at the bounces of all of them, each at its own limit", async () => {
		const { ctx } = mailbox.box;
		const account = await mailbox.connectAnother();
		const start = async (name: string, addresses: readonly string[], pauseAtBounces: number | null) => {
			const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account], pauseAtBounces }));
			const rows = addresses.map((one, index) => ({ email: `${one}-${name}-${index}@example.net`, fields: {} }));
			await addRecipients(ctx, OWNER, id, rows);
			await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
			await launchCampaign(ctx, OWNER, id);
			return id;
		};
		const two = ["refused", "refused", "ann"];
		const [first, never, second] = [
			await start("shared-first", two, 20),
			await start("shared-never", ["refused", "ann"], null),
			await start("shared-second", [...two, "ann"], 20),
		];
		expect(await play(first)).toMatchObject({ state: "completed", bounced: 2 });
		expect(await play(never)).toMatchObject({ state: "completed", bounced: 1 });
		const { state, pauseReason, attempted } = await play(second);
		expect({ state, attempted }).toEqual({ state: "paused", attempted: 0 });
		expect(pauseReason).toMatch(
			/^3 of 4 people couldn't be reached from \S+@example\.org \(75\.0%\), in all its campaigns\./,
		);
		await resumeCampaign(ctx, OWNER, second);
		expect(await play(second)).toMatchObject({ state: "completed", bounced: 2 });
	});
});
