import { afterAll, beforeAll, expect, test } from "vitest";
import { sendMail } from "#server/mail/send/send-mail.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import type { ReplyGroup } from "../../states.ts";
import { createCampaign, launchCampaign } from "../campaigns.ts";
import { addRecipients } from "../recipients.ts";
import { campaignRun } from "../run.ts";
import { setTone } from "../set-tone.ts";
import { type CampaignMailbox, openCampaignMailbox } from "../testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "../testing/sample-plan.ts";
import { mailOf } from "../testing/sent-mail.ts";
import { listReplies } from "./replies.ts";

describeIf(dovecotPath !== null)("the replies to campaigns", () => {
	let mailbox: CampaignMailbox;
	let now = Date.parse("2026-06-01T08:00:00Z");
	/** Spring and summer. */
	const ids: string[] = [];

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
		ids.push(await send("Spring", ["ann", "bob", "cid", "dee"]), await send("Summer", ["eve"]));
		await answer("ann", "How much does it cost?");
		await answer("bob", "I am out of office until June 9.", ["Auto-Submitted: auto-replied"]);
		await answer("cid", "Please remove me from your list.");
		await answer("eve", "Received.");
		await answer("ann", "Sounds good, call me tomorrow.");
		// Dovecot keeps the times of arrival in seconds, and these came within one.
		await mailbox.box.ctx.database.exec(
			`update campaign_events e set happened_at = $1::timestamptz + n.number * interval '1 minute'
			from (select id, row_number() over (order by id) as number from campaign_events) n where n.id = e.id`,
			[new Date(now)],
		);
	});
	afterAll(() => mailbox.close());

	const steps = [sampleStep({ subject: "Hello there" }), sampleStep({ waitDays: 5 })];

	async function send(name: string, people: readonly string[]): Promise<string> {
		const { ctx } = mailbox.box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ name, accountIds: [mailbox.account], steps }));
		const rows = people.map((one) => ({ email: `${one}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		for (const _ of people) {
			now += 60_000;
			const { signal } = new AbortController();
			const dueAt = new Date(now);
			await campaignRun.run(ctx, { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt, signal });
			await ctx.jobs.drain();
		}
		return id;
	}

	function sentTo(who: string) {
		const received = mailbox.sink.received.find(({ to }) => to.includes(`${who}@example.net`));
		if (received === undefined) throw new Error(`Nothing was sent to ${who}`);
		return mailOf(received);
	}

	async function answer(who: string, text: string, fields: string[] = []): Promise<void> {
		now += 60_000;
		const { messageId, subject } = sentTo(who);
		const head = [`From: ${who}@example.net`, `Subject: Re: ${subject}`, `In-Reply-To: ${messageId}`, ...fields];
		await mailbox.deliver(head, text);
		await sync();
	}

	async function sync(): Promise<void> {
		await enqueueSync(mailbox.box.ctx, OWNER, mailbox.account);
		await mailbox.box.ctx.jobs.drain();
	}

	const read = async (query: { group?: ReplyGroup; campaign?: string; limit?: number; cursor?: string } = {}) =>
		listReplies(mailbox.box.ctx, OWNER, { limit: 50, ...query });
	const shown = async (query: Parameters<typeof read>[0] = {}) =>
		(await read(query)).items.map(({ email, group, campaignName }) => [email.split("@")[0], group, campaignName]);

	test("are of all campaigns, of each person the latest, newest first", async () => {
		expect(await shown()).toEqual([
			["ann", "interested", "Spring"],
			["eve", "unsure", "Summer"],
			["cid", "refused", "Spring"],
			["bob", "absent", "Spring"],
		]);
		const { counts, total, items } = await read();
		expect({ counts, total }).toEqual({ counts: { interested: 1, unsure: 1, refused: 1, absent: 1 }, total: 4 });
		expect(items.map(({ text }) => text)).toEqual([
			"Sounds good, call me tomorrow.",
			"Received.",
			"Please remove me from your list.",
			"I am out of office until June 9.",
		]);
		expect(items.map(({ awayUntil }) => awayUntil?.slice(0, 10) ?? null)).toEqual([null, null, null, "2026-06-09"]);
	});

	test("are narrowed to a group or a campaign, and read page by page", async () => {
		expect(await shown({ group: "refused" })).toEqual([["cid", "refused", "Spring"]]);
		expect(await shown({ campaign: ids[1] ?? "" })).toEqual([["eve", "unsure", "Summer"]]);
		const people: (string | undefined)[] = [];
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const { items, nextCursor } = await read({ limit: 1, ...(cursor && { cursor }) });
			people.push(...items.map(({ email }) => email.split("@")[0]));
			cursor = nextCursor;
		}
		expect(people).toEqual(["ann", "eve", "cid", "bob"]);
	});

	test("can be corrected where somebody has said something, and nowhere else", async () => {
		const { items } = await read();
		expect(items.map(({ canSetTone }) => canSetTone)).toEqual([true, true, false, false]);
		const eve = items[1]?.recipientId ?? "";
		await setTone(mailbox.box.ctx, { ownerId: OWNER, recipientId: eve, tone: "wrong_person" });
		expect(await shown({ group: "wrong_person" })).toEqual([["eve", "wrong_person", "Summer"]]);
	});

	test("say which ones were answered since, from whatever program", async () => {
		const { ctx } = mailbox.box;
		const answered = async () => (await read()).items.flatMap(({ email, isAnswered }) => (isAnswered ? [email] : []));
		expect(await answered()).toEqual([]);
		now += 60_000;
		const { messageId } = sentTo("eve");
		await sendMail(ctx, {
			...{ ownerId: OWNER, accountId: mailbox.account, idempotencyKey: "answer", priority: "interactive" },
			to: [{ name: "", email: "eve@example.net" }],
			message: { subject: "Re: Hello there", text: "Thank you." },
			thread: { inReplyTo: messageId, references: [messageId] },
		});
		await ctx.jobs.drain();
		await sync();
		expect(await answered()).toEqual(["eve@example.net"]);
	});

	test("are nobody else's", async () => {
		const { items, counts } = await listReplies(mailbox.box.ctx, "somebody-else", { limit: 50 });
		expect([items, counts]).toEqual([[], {}]);
	});
});
