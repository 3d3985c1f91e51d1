import { afterAll, beforeAll, expect, test } from "vitest";
import { findSuppressed } from "#server/mail/send/suppressions.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { snoozeEmail } from "#shared/capabilities/snooze-email.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { createCampaign, launchCampaign } from "../campaigns.ts";
import { addRecipients } from "../recipients.ts";
import { listReplies } from "../report/replies.ts";
import { campaignRun } from "../run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "../testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "../testing/sample-plan.ts";
import { mailOf } from "../testing/sent-mail.ts";
import { takeNextStep } from "./take.ts";

describeIf(dovecotPath !== null)("the next step that a reply proposes", () => {
	let dns: TestDns;
	let mailbox: CampaignMailbox;
	let now = Date.parse("2026-12-01T08:00:00Z");
	let id = "";
	const { signal } = new AbortController();

	beforeAll(async () => {
		dns = await startDns({
			localhost: { A: "127.0.0.1" },
			"example.net": { MX: [10, "mx.example.net"] },
			"mx.example.net": { A: "192.0.2.1" },
		});
		mailbox = await openCampaignMailbox(() => now, dns.server);
		const { ctx } = mailbox.box;
		const steps = [sampleStep({ subject: "Hello {{first_name|there}}" })];
		id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], steps }));
		const rows = ["ann", "bob", "cid"].map((one) => ({ email: `${one}@example.net`, fields: { company: "Ink" } }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		await run(3);
		await answer("ann", "Not now, sorry. Please try again in March.");
		await answer("bob", "Wrong person: please write to my colleague Marta Ruiz <marta@example.net>.");
		await answer("cid", "No, thank you. We need none.");
	});
	afterAll(async () => {
		await mailbox.close();
		await dns.close();
	});

	async function run(times: number): Promise<void> {
		const { ctx } = mailbox.box;
		for (let time = 0; time < times; time++) {
			now += 60_000;
			const due = { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt: new Date(now), signal };
			await campaignRun.run(ctx, due);
			await ctx.jobs.drain();
		}
	}

	async function answer(who: string, text: string): Promise<void> {
		now += 60_000;
		const sent = mailbox.sink.received.find(({ to }) => to.includes(`${who}@example.net`));
		const { messageId, subject } = mailOf(sent ?? never());
		const head = [`From: ${who}@example.net`, `Subject: Re: ${subject}`, `In-Reply-To: ${messageId}`];
		await mailbox.deliver(head, text);
		await enqueueSync(mailbox.box.ctx, OWNER, mailbox.account);
		await mailbox.box.ctx.jobs.drain();
	}

	async function replyOf(who: string) {
		const { items } = await listReplies(mailbox.box.ctx, OWNER, { limit: 50 });
		return items.find(({ email }) => email.startsWith(who)) ?? never();
	}

	async function take(who: string, step: Parameters<typeof takeNextStep>[1]["step"]): Promise<void> {
		const { recipientId } = await replyOf(who);
		await takeNextStep(mailbox.box.ctx, { ownerId: OWNER, recipientId, step, signal });
	}

	test("is a day, or another person, from what the reply says", async () => {
		expect(await replyOf("ann")).toMatchObject({ group: "not_now", next: { day: "2027-03-01", colleague: null } });
		const colleague = { email: "marta@example.net", name: "Marta Ruiz" };
		expect(await replyOf("bob")).toMatchObject({ group: "wrong_person", next: { day: null, colleague, done: null } });
		expect(await replyOf("cid")).toMatchObject({ group: "refused", next: { day: null, colleague: null } });
	});

	test("a reminder snoozes the reply until then", async () => {
		const asked: unknown[] = [];
		const offers = mailbox.box.ctx.capabilities as Map<string, unknown>;
		const snooze = (_: unknown, given: unknown) => Promise.resolve(asked.push(given) && {});
		const until = "2027-03-01T09:00:00.000Z";
		await expect(take("ann", { kind: "remind", until })).rejects.toMatchObject({ code: "not-available" });
		offers.set(snoozeEmail.name, { module: "test", run: snooze });
		await take("ann", { kind: "remind", until });
		const { emailId, next } = await replyOf("ann");
		expect(asked).toEqual([{ emailId, until, note: expect.stringMatching(/^Write to ann@example\.net again/) }]);
		expect(next?.done).toBe("reminded");
	});

	test("the colleague gets the campaign from its first message on, once", async () => {
		await take("bob", { kind: "add_colleague" });
		await take("bob", { kind: "add_colleague" });
		await run(2);
		const mail = mailbox.sink.received.filter(({ to }) => to.includes("marta@example.net"));
		expect(mail.map((one) => mailOf(one).subject)).toEqual(["Hello Marta"]);
		expect((await replyOf("bob")).next?.done).toBe("added");
		const fields = await mailbox.box.ctx.database.one<{ fields: object }>(
			"select fields from campaign_recipients where campaign_id = $1 and email = 'marta@example.net'",
			[id],
		);
		expect(fields).toEqual({ fields: { company: "Ink", name: "Marta Ruiz", first_name: "Marta" } });
	});

	test("nobody is added whom the campaign's check would leave out, and nothing is noted then", async () => {
		const { ctx } = mailbox.box;
		const colleague = { email: "cid@example.net", name: "" };
		await ctx.database.exec(
			"update campaign_recipients set next_step_proposal = $2::jsonb where campaign_id = $1 and email like 'bob%'",
			[id, JSON.stringify({ day: null, colleague, done: null })],
		);
		await take("cid", { kind: "suppress" });
		expect([...(await findSuppressed(ctx.database, OWNER, ["cid@example.net"])).keys()]).toEqual(["cid@example.net"]);
		expect((await replyOf("cid")).next?.done).toBe("suppressed");
		await expect(take("bob", { kind: "add_colleague" })).rejects.toMatchObject({
			...{ code: "cannot-add", message: "The address is on your suppression list." },
		});
		expect((await replyOf("bob")).next?.done).toBeNull();
	});
});

function never(): never {
	throw new Error("There is no such mail");
}
