import { afterAll, beforeAll, expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createCampaign, launchCampaign } from "./campaigns.ts";
import { messageBlockers } from "./message-blockers.ts";
import { addRecipients } from "./recipients.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";

const steps = [sampleStep({ subject: "From {{sender_first_name}}", body: "I am {{sender_name}}, {{name|friend}}." })];

describeIf(dovecotPath !== null)("the name of the sender", () => {
	let mailbox: CampaignMailbox;
	let now = Date.parse("2026-06-01T08:00:00Z");
	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
	});
	afterAll(() => mailbox.close());

	test("is each mailbox's own, in the header and in the text; others send under the campaign's", async () => {
		const { ctx } = mailbox.box;
		const accountIds = [mailbox.account, await mailbox.connectAnother()];
		const senderNames = { [accountIds[1] ?? ""]: "Bea Vale" };
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds, fromName: "Ada Marlow", senderNames, steps }));
		const rows = ["ann", "bob"].map((one) => ({ email: `${one}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		now += 60_000;
		const { signal } = new AbortController();
		const due = { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt: new Date(now), signal };
		await campaignRun.run(ctx, due);
		await ctx.jobs.drain();
		const sent = await Promise.all(
			mailbox.sink.received.map(async ({ raw }) => {
				const { text } = await parseFull(Buffer.from(raw));
				return [/^From: (.*) </m.exec(raw)?.[1], /^Subject: (.*)\r$/m.exec(raw)?.[1], text?.split("\n")[0]];
			}),
		);
		expect(sent).toHaveLength(2);
		expect(sent).toContainEqual(["Ada Marlow", "From Ada", "I am Ada Marlow, friend."]);
		expect(sent).toContainEqual(["Bea Vale", "From Bea", "I am Bea Vale, friend."]);
	});

	test("is asked for where a message needs one", () => {
		const plan = samplePlan({ accountIds: ["a", "b"], fromName: "", senderNames: { a: "Ada" }, steps });
		expect(messageBlockers(plan).map(({ message }) => message)).toEqual([
			"Message 1 uses {{sender_first_name}}. Give each mailbox a sender name for it.",
		]);
		expect(messageBlockers({ ...plan, senderNames: { a: "Ada", b: "Bea" } })).toEqual([]);
		expect(messageBlockers({ ...plan, fromName: "Ada" })).toEqual([]);
		const fallback = [sampleStep({ subject: "Hello", body: "{{sender_name|We}} write to you." })];
		expect(messageBlockers({ ...plan, steps: fallback })).toEqual([]);
	});
});
