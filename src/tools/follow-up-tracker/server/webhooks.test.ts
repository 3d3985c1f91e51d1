import { afterAll, beforeAll, expect, test } from "vitest";
import { emailReceived } from "#server/mail/inbox-events/webhook.ts";
import { contactUnsubscribed, emailBounced, emailSent } from "#server/mail/send/webhooks.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { enqueueDueWebhooks } from "#server/platform/webhooks/deliver.ts";
import { createWebhook } from "#server/platform/webhooks/webhooks.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createCampaign, launchCampaign } from "./campaigns.ts";
import { addRecipients } from "./recipients.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox, requestTracked } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";
import { mailOf, trackedLinks } from "./testing/sent-mail.ts";
import { campaignClicked, campaignFinished, campaignInterested, campaignOpened, campaignReplied } from "./webhooks.ts";

/** What a webhook receives of a campaign, and of the mail that belongs to it. */

const EVENTS = [
	...[emailReceived, emailSent, emailBounced, contactUnsubscribed],
	...[campaignOpened, campaignClicked, campaignReplied, campaignInterested, campaignFinished],
].map(({ type }) => type);

describeIf(dovecotPath !== null)("webhooks of campaigns", () => {
	let mailbox: CampaignMailbox;
	let box: TestMailbox;
	let receiver: WebhookReceiver;
	/** Less than the five minutes that a receiver tolerates. */
	let offset = 0;

	beforeAll(async () => {
		receiver = await startWebhookReceiver();
		mailbox = await openCampaignMailbox(() => Date.now() + offset);
		box = mailbox.box;
	});
	afterAll(async () => {
		await mailbox.close();
		await receiver.close();
	});

	async function play(campaignId: string): Promise<void> {
		for (;;) {
			const row = await box.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from campaigns where id = $1",
				[campaignId],
			);
			if (row?.at == null) return;
			offset = Math.max(offset, row.at.getTime() - Date.now()) + 1_000;
			const { signal } = new AbortController();
			const run = { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal };
			await campaignRun.run(box.ctx, run);
			await box.ctx.jobs.drain();
		}
	}

	test("each event arrives once, signed, and none for programs", async () => {
		const { ctx } = box;
		const { secret } = await createWebhook(ctx, OWNER, { url: receiver.url, events: EVENTS });
		const html = '<a href="https://ink.example/a">One</a> and <a href="https://ink.example/b">another</a>';
		const steps = [sampleStep({ subject: "An offer", html })];
		const plan = samplePlan({ accountIds: [mailbox.account], tracksOpens: true, tracksClicks: true, steps });
		const id = await createCampaign(ctx, OWNER, plan);
		const addresses = ["refused@example.net", "scanned@example.net", "bea@example.net", "cy@example.net"];
		await addRecipients(
			ctx,
			OWNER,
			id,
			addresses.map((email) => ({ email, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		await play(id);
		const mailTo = (address: string) => mailOf(mailbox.sink.received.find(({ to }) => to.includes(address)) ?? never());
		offset += 60_000;
		const [scannedA = "", scannedB = ""] = trackedLinks(mailTo("scanned@example.net"));
		await requestTracked(ctx, scannedA);
		await requestTracked(ctx, scannedB);
		const links = trackedLinks(mailTo("bea@example.net"));
		const picture = links.find((link) => link.includes("/opens/")) ?? "";
		await requestTracked(ctx, picture);
		offset += 10_000;
		await requestTracked(ctx, picture);
		await requestTracked(ctx, links[0] ?? "");
		// Longer than a preview: what matters is said at the end.
		const long = `${"The report that you asked for last year is still with our printer. ".repeat(6)}\n\nYes, please send me a quote.`;
		for (const [from, subject, text] of [
			["bea@example.net", "Re: An offer", long],
			["cy@example.net", "unsubscribe", "Hello"],
		] as const) {
			const answered = `In-Reply-To: <${mailTo(from).messageId}>`;
			const others = `To: ${Array.from({ length: 60 }, (_, n) => `person${n}@example.net`).join(", ")}`;
			await mailbox.deliver([`From: ${from}`, `Subject: ${subject}`, answered, others], text);
		}
		await enqueueSync(ctx, OWNER, mailbox.account);
		await ctx.jobs.drain();
		offset += 6_000;
		await enqueueDueWebhooks(ctx);
		await ctx.jobs.drain();

		const events = receiver.verified(secret);
		const about = (type: string) =>
			events.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
		expect(about("email.sent").flatMap(({ to }) => to)).toEqual(addresses.slice(1));
		expect(about("email.bounced")).toMatchObject([{ recipient: "refused@example.net", status: "5.1.1" }]);
		const campaign = { campaignId: id, campaignName: plan.name, email: "bea@example.net", message: 1 };
		expect(about("campaign.opened")).toMatchObject([campaign]);
		expect(about("campaign.clicked")).toMatchObject([{ ...campaign, url: "https://ink.example/a" }]);
		expect(about("campaign.replied")).toMatchObject([campaign]);
		expect(about("campaign.interested")).toMatchObject([{ ...campaign, by: "rules" }]);
		expect(about("campaign.finished")).toMatchObject([{ campaignId: id, campaignName: plan.name }]);
		expect(about("contact.unsubscribed")).toMatchObject([{ email: "cy@example.net" }]);
		const senders = about("email.received").map(({ from }) => (from as { email: string }).email);
		expect(senders.sort()).toEqual(["bea@example.net", "cy@example.net"]);
		for (const { to, toCount } of about("email.received")) {
			expect(to).toHaveLength(50);
			expect(toCount).toBeGreaterThanOrEqual(60);
		}
		expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
		expect(JSON.stringify(events)).not.toContain("Hello");
	});
});

function never(): never {
	throw new Error("No such mail was sent");
}
