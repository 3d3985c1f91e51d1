import { afterAll, beforeAll, expect, test } from "vitest";
import { readReport } from "#tools/activity-score/server/report.ts";
import { createCampaign, launchCampaign } from "#tools/follow-up-tracker/server/campaigns.ts";
import { addRecipients } from "#tools/follow-up-tracker/server/recipients.ts";
import { campaignRun } from "#tools/follow-up-tracker/server/run.ts";
import {
	type CampaignMailbox,
	openCampaignMailbox,
	requestTracked,
} from "#tools/follow-up-tracker/server/testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "#tools/follow-up-tracker/server/testing/sample-plan.ts";
import { mailOf, trackedLinks } from "#tools/follow-up-tracker/server/testing/sent-mail.ts";
import { describeIf } from "../fixtures/only-if.ts";
import { dovecotPath } from "./dovecot/program.ts";
import { OWNER } from "./mailbox.ts";

/** What recipients of a campaign do, in the activity score of its sender. */
describeIf(dovecotPath !== null)("opens and clicks of a campaign", () => {
	let mailbox: CampaignMailbox;
	let offset = 0;
	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => Date.now() + offset);
	});
	afterAll(() => mailbox?.close());

	async function send(addresses: readonly string[], isTracked: boolean): Promise<void> {
		const { ctx } = mailbox.box;
		const html = '<a href="https://ink.example/a">One</a> and <a href="https://ink.example/b">another</a>';
		const steps = [sampleStep({ subject: "An offer", html })];
		const tracking = { tracksOpens: isTracked, tracksClicks: isTracked };
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], ...tracking, steps }));
		const recipients = addresses.map((email) => ({ email, fields: {} }));
		await addRecipients(ctx, OWNER, id, recipients);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		for (;;) {
			const row = await ctx.database.one<{ at: Date | null }>("select next_run_at as at from campaigns where id = $1", [
				id,
			]);
			if (row?.at == null) return;
			offset = Math.max(offset, row.at.getTime() - Date.now()) + 1_000;
			const { signal } = new AbortController();
			await campaignRun.run(ctx, { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt: row.at, signal });
			await ctx.jobs.drain();
		}
	}

	const linksTo = (address: string): string[] => {
		const received = mailbox.sink.received.find(({ to }) => to.includes(address));
		return trackedLinks(received === undefined ? undefined : mailOf(received));
	};
	const rates = async () => {
		const report = await readReport(mailbox.box.ctx, OWNER, { account: mailbox.account, zone: "UTC" });
		return { opened: report.sentOpenRate, clicked: report.clickRate };
	};

	test("are its open rate of sent emails and its click rate, without programs and untracked emails", async () => {
		const { ctx } = mailbox.box;
		await send(["una@example.net", "untracked@example.net"], false);
		expect(await rates()).toEqual({ opened: null, clicked: null });
		const tracked = ["bea", "cy", "dan", "eve", "scanned", "refused"].map((name) => `${name}@example.net`);
		await send(tracked, true);
		expect(await rates()).toEqual({ opened: 0, clicked: 0 });
		offset += 60_000;
		// Both links at once: a program that checks them.
		for (const link of linksTo("scanned@example.net").filter((one) => one.includes("/links/")))
			await requestTracked(ctx, link);
		for (const address of ["bea@example.net", "cy@example.net"]) {
			const picture = linksTo(address).find((link) => link.includes("/opens/")) ?? "";
			await requestTracked(ctx, picture);
			offset += 10_000;
			await requestTracked(ctx, picture);
		}
		offset += 10_000;
		await requestTracked(ctx, linksTo("bea@example.net")[0] ?? "");
		// Of five emails: the sixth was refused.
		expect(await rates()).toEqual({ opened: 40, clicked: 20 });
	});
});
