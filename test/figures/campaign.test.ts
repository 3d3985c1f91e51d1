import { afterAll, beforeAll, expect, test } from "vitest";
import { readReport } from "#tools/activity-score/server/report.ts";
import { createCampaign, launchCampaign } from "#tools/follow-up-tracker/server/campaigns.ts";
import { addRecipients, listRecipients } from "#tools/follow-up-tracker/server/recipients.ts";
import { getCampaign, listCampaigns } from "#tools/follow-up-tracker/server/report/report.ts";
import { campaignRun } from "#tools/follow-up-tracker/server/run.ts";
import {
	type CampaignMailbox,
	openCampaignMailbox,
	requestTracked,
} from "#tools/follow-up-tracker/server/testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "#tools/follow-up-tracker/server/testing/sample-plan.ts";
import { mailOf, trackedLinks } from "#tools/follow-up-tracker/server/testing/sent-mail.ts";
import { rate } from "#tools/follow-up-tracker/web/base/rate.ts";
import { describeIf } from "../../fixtures/only-if.ts";
import { dovecotPath } from "../dovecot/program.ts";
import { OWNER } from "../mailbox.ts";
import { contradictionsIn } from "./contradictions.ts";
import type { Place } from "./places.ts";

/** A campaign in progress: each of its figures at every place, among them people of whom little is known yet. */
describeIf(dovecotPath !== null)("a running campaign", () => {
	let mailbox: CampaignMailbox;
	let id: string;
	let offset = 0;
	const people = ["ann", "bea", "cy", "dan", "eve", "fay", "refused", "refused-too"].map(
		(name) => `${name}@example.net`,
	);

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => Date.now() + offset);
		const { ctx } = mailbox.box;
		const html = '<a href="https://ink.example/a">See our offer</a>';
		const steps = [sampleStep({ subject: "An offer", subjectB: "Our offer", html }), sampleStep({ waitDays: 3, html })];
		const tracking = { tracksOpens: true, tracksClicks: true };
		id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], ...tracking, steps }));
		const listed = [...people, "not-included@example.net"];
		await addRecipients(
			ctx,
			OWNER,
			id,
			listed.map((email) => ({ email, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await ctx.database.exec(
			"update campaign_recipients set state = 'excluded', reason = 'own_address' where email = 'not-included@example.net'",
			[],
		);
		await launchCampaign(ctx, OWNER, id);
		while (await isFirstMessageDue()) {
			const row = await ctx.database.one<{ at: Date }>("select next_run_at as at from campaigns where id = $1", [id]);
			offset = Math.max(offset, (row?.at.getTime() ?? 0) - Date.now()) + 1_000;
			const { signal } = new AbortController();
			const dueAt = row?.at ?? new Date();
			await campaignRun.run(ctx, { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt, signal });
			await ctx.jobs.drain();
		}
		offset += 60_000;
		for (const email of ["ann@example.net", "bea@example.net"]) {
			const message = mailbox.sink.received.find(({ to }) => to.includes(email));
			const links = trackedLinks(message === undefined ? undefined : mailOf(message));
			await requestTracked(ctx, links.find((link) => link.includes("/opens/")) ?? "");
			offset += 20_000;
			if (email.startsWith("ann")) await requestTracked(ctx, links.find((link) => link.includes("/links/")) ?? "");
		}
		await reply("bea@example.net", true);
		// Who replied to a message whose sending was interrupted, before the mail server was asked about it.
		await reply("cy@example.net", false);
	}, 240_000);
	afterAll(() => mailbox?.close());

	async function isFirstMessageDue(): Promise<boolean> {
		const rows = await mailbox.box.ctx.database.query(
			"select from campaign_recipients where campaign_id = $1 and state in ('waiting', 'sending') and next_step = 0",
			[id],
		);
		return rows.length > 0;
	}

	async function reply(email: string, isConfirmed: boolean): Promise<void> {
		const { database } = mailbox.box.ctx;
		await database.exec("update campaign_recipients set state = 'replied', next_at = null where email = $1", [email]);
		if (isConfirmed) return;
		await database.exec("update campaign_recipients set next_step = 0 where email = $1", [email]);
		await database.exec(
			`update campaign_messages m set state = 'uncertain', sent_at = null from campaign_recipients r
			where r.owner_id = m.owner_id and r.id = m.recipient_id and r.email = $1`,
			[email],
		);
	}

	async function places(): Promise<Place[]> {
		const { ctx } = mailbox.box;
		const { items, totals } = await listCampaigns(ctx, OWNER, { limit: 10 });
		const [listed] = items;
		const details = await getCampaign(ctx, OWNER, id);
		const score = await readReport(ctx, OWNER, { account: mailbox.account, zone: "UTC" });
		const { counts, stepCounts, states } = details;
		const people = ({ excluded: _, ...rest }: typeof states) =>
			Object.values(rest).reduce((all, count) => all + count, 0);
		const ofSteps = (name: "replied" | "opened" | "clicked") =>
			stepCounts.reduce((all, step) => all + (step[name] ?? 0), 0);
		const inTable = async (state: "unsubscribed" | "bounced") =>
			(await listRecipients(ctx, OWNER, id, { state, limit: 50 })).items.length;
		const subjects = stepCounts.flatMap((step) => step.subjects?.variants ?? []);
		return [
			{ figure: "campaignRecipients", place: "list", value: listed?.includedCount ?? null },
			{ figure: "campaignRecipients", place: "funnel", value: details.includedCount },
			{ figure: "campaignRecipients", place: "table", value: people(states) },
			{ figure: "campaignSent", place: "list", value: listed?.counts.sent ?? null },
			{ figure: "campaignSent", place: "totals", value: totals.sent },
			{ figure: "campaignSent", place: "details", value: counts.sent },
			{ figure: "campaignSent", place: "first message", value: stepCounts[0]?.sent ?? null },
			{ figure: "campaignReplied", place: "list", value: listed?.counts.replied ?? null },
			{ figure: "campaignReplied", place: "totals", value: totals.replied },
			{ figure: "campaignReplied", place: "details", value: counts.replied },
			{ figure: "campaignReplied", place: "table", value: states.replied ?? 0 },
			{ figure: "campaignReplied", place: "messages", value: ofSteps("replied") },
			{
				...{ figure: "campaignReplied", place: "subjects" },
				value: subjects.reduce((all, { replied }) => all + replied, 0),
			},
			{ figure: "campaignOpened", place: "details", value: counts.opened },
			{ figure: "campaignOpened", place: "totals", value: totals.opened },
			{ figure: "campaignOpened", place: "messages", value: ofSteps("opened") },
			{ figure: "campaignClicked", place: "details", value: counts.clicked },
			{ figure: "campaignClicked", place: "totals", value: totals.clicked },
			{ figure: "campaignClicked", place: "messages", value: ofSteps("clicked") },
			{ figure: "recipientOpens", place: "activity score", value: score.sentOpenRate },
			{ figure: "recipientOpens", place: "details", value: (100 * (counts.opened ?? 0)) / counts.sent },
			{ figure: "recipientClicks", place: "activity score", value: score.clickRate },
			{ figure: "recipientClicks", place: "details", value: (100 * (counts.clicked ?? 0)) / counts.sent },
			{ figure: "campaignUnsubscribed", place: "details", value: states.unsubscribed ?? 0 },
			{ figure: "campaignUnsubscribed", place: "table", value: await inTable("unsubscribed") },
			{ figure: "campaignBounced", place: "table", value: await inTable("bounced") },
			{ figure: "campaignBounced", place: "details", value: states.bounced ?? 0 },
			{
				figure: "campaignBounced",
				place: "who was tried, but not sent anything",
				value: details.attempted - counts.sent,
			},
		];
	}

	test("shows each figure once, with shares of at most all", async () => {
		const { ctx } = mailbox.box;
		// The interrupted message has no confirmation yet, which the activity score waits for.
		const isSettled = ({ figure }: Place) => figure !== "recipientOpens" && figure !== "recipientClicks";
		expect(contradictionsIn((await places()).filter(isSettled))).toEqual([]);
		const { counts, attempted, states, includedCount } = await getCampaign(ctx, OWNER, id);
		expect(counts).toEqual({ sent: 6, opened: 2, clicked: 1, replied: 2 });
		expect([includedCount, attempted, states.bounced]).toEqual([8, 8, 2]);
		expect(rate(states.bounced ?? 0, attempted)).toBe("25.0%");
		await ctx.database.exec(
			"update campaign_messages set state = 'sent', sent_at = now() where state = 'uncertain'",
			[],
		);
		expect(contradictionsIn(await places())).toEqual([]);
	});
});
