import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#server/mail/accounts/disconnect.ts";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { resolveByUser } from "#server/mail/send/resolve.ts";
import { listSuppressions, removeSuppression, suppress } from "#server/mail/send/suppressions.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { withAccountLock } from "#server/platform/locks/account-lock.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import type { SmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createCampaign, deleteCampaign, launchCampaign, stopCampaign } from "./campaigns.ts";
import { followUpTrackerModule } from "./module.ts";
import { addRecipients, listRecipients } from "./recipients.ts";
import { recipientReport } from "./report/recipient-report.ts";
import { getCampaign } from "./report/report.ts";
import { campaignRun } from "./run.ts";
import { sendTest } from "./test-send.ts";
import { type CampaignMailbox, openCampaignMailbox, requestTracked } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";
import { type Mail, mailOf, trackedLinks } from "./testing/sent-mail.ts";
import { showUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/** What happens to a campaign's messages after they were handed over, also once the campaign is over. */

const HOUR = 3_600_000;

describeIf(dovecotPath !== null)("messages of a campaign", () => {
	let mailbox: CampaignMailbox;
	let box: TestMailbox;
	let sink: SmtpSink;
	let account: string;
	let now = Date.parse("2026-06-01T08:00:00Z");

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
		({ box, sink, account } = mailbox);
	});
	afterAll(() => mailbox.close());

	const hit = (link: string, userAgent?: string): Promise<Response> => requestTracked(box.ctx, link, userAgent);
	const browse = (link: string, method: "GET" | "POST") => {
		const token = new URL(link).pathname.split("/").at(-1) ?? "";
		const request = new Request(link, { method, headers: { accept: "text/html" } });
		return method === "GET" ? showUnsubscribe(box.ctx, token, request) : unsubscribe(box.ctx, token, request);
	};

	/** Runs a campaign until nothing further is due. @returns its last message */
	async function play(campaignId: string): Promise<Mail | undefined> {
		for (;;) {
			const row = await box.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from campaigns where id = $1",
				[campaignId],
			);
			if (row?.at == null) return sink.received.map(mailOf).at(-1);
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(box.ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await box.ctx.jobs.drain();
		}
	}

	test("sends a test that counts nothing and unsubscribes nobody", async () => {
		const { ctx } = box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account], tracksOpens: true }));
		await addRecipients(ctx, OWNER, id, [{ email: "bea@example.net", fields: { first_name: "Bea" } }]);
		const before = await getCampaign(ctx, OWNER, id);
		const [recipient] = (await listRecipients(ctx, OWNER, id, { limit: 1 })).items;
		const given = { ownerId: OWNER, recipientId: recipient?.id ?? "", step: 0, to: "tester@example.net" };
		expect(await sendTest(ctx, given)).toEqual({ state: "sent" });
		const mail = sink.received.map(mailOf).at(-1);
		expect(mail).toMatchObject({ to: "tester@example.net", subject: "[Test] Hello Bea" });
		expect(mail?.raw).not.toMatch(/^(?:in-reply-to|references):|text\/html/im);
		for (const method of ["GET", "POST"] as const)
			expect(await (await browse(mail?.link ?? "", method)).text()).toContain("This is a test email");
		expect(await listSuppressions(ctx.database, OWNER, { limit: 50 })).toMatchObject({ items: [] });
		expect(await getCampaign(ctx, OWNER, id)).toEqual(before);
		for (let time = 1; time < 10; time++) await sendTest(ctx, given);
		await expect(sendTest(ctx, given)).rejects.toMatchObject({ status: 429 });
	});

	test("shows and tests a message with either of its subjects, and the follow-up in its conversation", async () => {
		const { ctx } = box;
		const first = sampleStep({ subject: "Hello {{first_name}}", subjectB: "Hi {{nickname}}" });
		const steps = [first, sampleStep({ waitDays: 1 }), sampleStep({ waitDays: 1, subject: "Last" })];
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account], steps }));
		const fields = { first_name: "Bea", nickname: "Bee" };
		await addRecipients(ctx, OWNER, id, [{ email: "bea-arms@example.net", fields }]);
		const [recipient] = (await listRecipients(ctx, OWNER, id, { limit: 1 })).items;
		const { previews } = await recipientReport(ctx, OWNER, recipient?.id ?? "");
		expect(previews.map(({ arms }) => arms.map(({ subject }) => subject))).toEqual([
			["Hello Bea", "Hi Bee"],
			["Re: Hello Bea", "Re: Hi Bee"],
			["Last"],
		]);
		const given = { ownerId: OWNER, recipientId: recipient?.id ?? "", to: "tester@example.net" };
		const tested: string[] = [];
		for (const [step, variant] of [
			[0, 0],
			[0, 1],
			[1, 1],
			[2, 1],
		] as const) {
			now += 60_000;
			await sendTest(ctx, { ...given, step, variant });
			tested.push(sink.received.map(mailOf).at(-1)?.subject ?? "");
		}
		expect(tested).toEqual(["[Test] Hello Bea", "[Test] Hi Bee", "[Test] Re: Hi Bee", "[Test] Last"]);
		// What only the other subject needs is missing there.
		await ctx.database.exec("update campaign_recipients set fields = $2 where id = $1", [
			recipient?.id,
			JSON.stringify({ first_name: "Bea" }),
		]);
		const [preview] = (await recipientReport(ctx, OWNER, recipient?.id ?? "")).previews;
		expect(preview?.arms.map(({ missing }) => missing)).toEqual([[], ["nickname"]]);
	});

	test("sends a formatted message with everything in both parts, and tracks the links of one", async () => {
		const { ctx } = box;
		const step = sampleStep({
			subject: "For {{name}}",
			html: '<div>Hi <b>{{name}}</b>, <a href="https://ink.example/a?b=1&amp;c=2" onclick="x()">look</a><script>x()</script></div>',
		});
		const postalAddress = "1 Harbor Street, Portland";
		const tracking = { tracksOpens: true, tracksClicks: true };
		const plan = samplePlan({ accountIds: [account], postalAddress, ...tracking, steps: [step] });
		const id = await createCampaign(ctx, OWNER, plan);
		await addRecipients(ctx, OWNER, id, [{ email: "silent-eve-1@example.net", fields: { name: "<b>Eve & Co</b>" } }]);
		const [recipient] = (await listRecipients(ctx, OWNER, id, { limit: 1 })).items;
		const [preview] = (await recipientReport(ctx, OWNER, recipient?.id ?? "")).previews;
		expect(preview).toMatchObject({ subject: "For <b>Eve & Co</b>", missing: [] });
		expect(preview?.html).toContain(
			'<div>Hi <strong>&lt;b&gt;Eve &amp; Co&lt;/b&gt;</strong>, <a href="https://ink.example/a?b=1&amp;c=2">look</a></div>',
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const mail = await play(id);
		expect(mail?.raw).toMatch(/^content-type: multipart\/alternative/im);
		const { text, html } = await parseFull(Buffer.from(mail?.raw ?? ""));
		expect(text).toContain("Hi <b>Eve & Co</b>, look <https://ink.example/a?b=1&c=2>");
		expect(html).toContain("Hi <strong>&lt;b&gt;Eve &amp; Co&lt;/b&gt;</strong>");
		expect(html).not.toMatch(/script|onclick/);
		for (const part of [text, html]) {
			expect(part).toContain(postalAddress);
			expect(part).toContain(mail?.link);
		}
		const [link = "", picture = "", ...rest] = trackedLinks(mail);
		expect(rest).toEqual([]);
		expect((await hit(link)).headers.get("location")).toBe("https://ink.example/a?b=1&c=2");
		expect((await hit(picture)).headers.get("content-type")).toBe("image/gif");
	});

	test("counts a person who comes after many programs, and who clicks a long link twice", async () => {
		const { ctx } = box;
		const step = sampleStep({
			waitDays: 0,
			subject: "A long link",
			html: `<a href="https://ink.example/${"a".repeat(600)}">See more</a>`,
		});
		const plan = samplePlan({ accountIds: [account], tracksOpens: true, tracksClicks: true, steps: [step] });
		const id = await createCampaign(ctx, OWNER, plan);
		await addRecipients(ctx, OWNER, id, [{ email: "silent-tracked-2@example.net", fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const [link = "", picture = ""] = trackedLinks(await play(id));
		for (let time = 0; time < 25; time++) {
			now += HOUR / 60;
			await hit(picture, "Mozilla/5.0 (compatible; Googlebot/2.1)");
		}
		const counts = async () => (await getCampaign(ctx, OWNER, id)).counts;
		expect(await counts()).toMatchObject({ opened: 0, clicked: 0 });
		now += HOUR;
		await hit(picture);
		expect(await counts()).toMatchObject({ opened: 1, clicked: 0 });
		now += HOUR;
		await hit(link);
		now += 1_000;
		await hit(link);
		expect(await counts()).toMatchObject({ opened: 1, clicked: 1 });
		const recorded = await ctx.database.query<{ kind: string; isMachine: boolean; count: number }>(
			`select kind, is_machine as "isMachine", count(*)::int as count from campaign_events
			where campaign_id = $1 and kind <> 'sent' group by 1, 2 order by 1, 2`,
			[id],
		);
		expect(recorded).toEqual([
			{ kind: "clicked", isMachine: false, count: 2 },
			{ kind: "opened", isMachine: false, count: 1 },
			{ kind: "opened", isMachine: true, count: 20 },
		]);
	});

	test("leads where a link led after its campaign was deleted, and says so when the sender is gone", async () => {
		const { ctx } = box;
		const step = sampleStep({
			waitDays: 0,
			subject: "A link",
			html: '<a href="https://ink.example/later">See more</a>',
		});
		const plan = samplePlan({ accountIds: [account], tracksOpens: true, tracksClicks: true, steps: [step] });
		const id = await createCampaign(ctx, OWNER, plan);
		await addRecipients(ctx, OWNER, id, [{ email: "silent-tracked-3@example.net", fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const [link = "", picture = ""] = trackedLinks(await play(id));
		await deleteCampaign(ctx, OWNER, id);
		now += HOUR;
		expect((await hit(link)).headers.get("location")).toBe("https://ink.example/later");
		expect((await hit(picture)).headers.get("content-type")).toBe("image/gif");
		await ctx.database.exec("delete from campaign_former_messages where owner_id = $1", [OWNER]);
		expect(await (await hit(link)).text()).toContain("This link is no longer available");
		expect((await hit(picture)).headers.get("content-type")).toBe("image/gif");
	});

	test.each([
		["refused-stopped-1", "bounced"],
		["silent-stopped-1", "stopped"],
		["unsent-stopped-1", "failed"],
	])("records what became of a message on its way when the campaign was stopped: %s %s", async (name, state) => {
		const { ctx } = box;
		const follow = sampleStep({ waitDays: 1, subject: "", body: "Again" });
		const id = await createCampaign(
			ctx,
			OWNER,
			samplePlan({ accountIds: [account], steps: [...samplePlan().steps, follow] }),
		);
		await addRecipients(ctx, OWNER, id, [{ email: `${name}@example.net`, fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		sink.refuseRecipients((address) => (address.startsWith("refused") ? "550 5.1.1 No such user" : null));
		now += HOUR;
		const { signal } = new AbortController();
		const run = { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt: new Date(now), signal };
		const setStatus = (status: string) =>
			ctx.database.query("update connected_accounts set status = $2 where id = $1", [account, status]);
		// It is sent after the campaign was stopped.
		await withAccountLock(ctx, { ownerId: OWNER, accountId: account, scope: "send" }, signal, async () => {
			await campaignRun.run(ctx, run);
			await stopCampaign(ctx, OWNER, id);
			if (state === "failed") await setStatus("disconnected");
		});
		await ctx.jobs.drain();
		await setStatus("connected");
		now += HOUR;
		await startDue(ctx, [campaignRun.name]);
		await ctx.jobs.drain();
		const { items } = await listRecipients(ctx, OWNER, id, { limit: 1 });
		expect([items[0]?.state, items[0]?.sentSteps]).toEqual([state, state === "failed" ? 0 : 1]);
	});

	/** Launches a campaign of two messages to one person, whose first delivery is not confirmed. @returns its id */
	async function launchUnconfirmed(from: string, email: string): Promise<string> {
		const { ctx } = box;
		const steps = [sampleStep({ subject: "Lost" }), sampleStep({ waitDays: 1 })];
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [from], steps }));
		await addRecipients(ctx, OWNER, id, [{ email, fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		sink.loseReplies("after");
		await play(id);
		sink.loseReplies(null);
		expect(await stateOf(id)).toEqual(["active", "uncertain", 0]);
		return id;
	}

	/** State of the campaign, of its only recipient, and how many messages they were sent. */
	async function stateOf(id: string) {
		const [{ items }, { state }] = await Promise.all([
			listRecipients(box.ctx, OWNER, id, { limit: 1 }),
			getCampaign(box.ctx, OWNER, id),
		]);
		return [state, items[0]?.state, items[0]?.sentSteps];
	}

	async function runDue(): Promise<void> {
		now += HOUR;
		await startDue(box.ctx, [campaignRun.name]);
		await box.ctx.jobs.drain();
	}

	test("sends the next step once the user has resolved an uncertain delivery", async () => {
		const { ctx } = box;
		const id = await launchUnconfirmed(account, "unconfirmed@example.net");
		const message = await ctx.database.one<{ id: string }>(
			"select id from outgoing_messages where state = 'uncertain'",
			[],
		);
		await resolveByUser(ctx, OWNER, message?.id ?? "", "mark_sent");
		await ctx.jobs.drain();
		await runDue();
		expect(await stateOf(id)).toEqual(["active", "waiting", 1]);
		await play(id);
		expect(await stateOf(id)).toEqual(["completed", "finished", 2]);
		expect(sink.received.filter(({ to }) => to[0] === "unconfirmed@example.net")).toHaveLength(2);
	});

	test("ends with the daily check when the mailbox of an uncertain delivery was removed", async () => {
		const { ctx } = box;
		const id = await launchUnconfirmed(await mailbox.connectAnother(), "removed@example.net");
		const message = await ctx.database.one<{ account: string }>(
			"select account_id as account from outgoing_messages where state = 'uncertain'",
			[],
		);
		await deleteAccount(ctx, OWNER, message?.account ?? "");
		await ctx.jobs.drain();
		await followUpTrackerModule.maintain?.(ctx);
		await runDue();
		expect(await stateOf(id)).toEqual(["completed", "stopped", 0]);
		const { items } = await listRecipients(ctx, OWNER, id, { limit: 1 });
		expect(items[0]?.reason).toBe("The mailbox was removed before the result was known.");
		expect(sink.received.filter(({ to }) => to[0] === "removed@example.net")).toHaveLength(1);
	});

	test("continues from its other mailboxes when one is removed, and keeps whom that one wrote to", async () => {
		const { ctx } = box;
		const another = await mailbox.connectAnother();
		const steps = [sampleStep({ subject: "Shared" }), sampleStep({ waitDays: 1 })];
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account, another], steps }));
		const rows = [1, 2, 3, 4].map((n) => ({ email: `shared-${n}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		await runDue();
		await deleteAccount(ctx, OWNER, another);
		await ctx.jobs.drain();
		await play(id);
		const { items } = await listRecipients(ctx, OWNER, id, { limit: 10 });
		expect(items.map(({ email, state, sentSteps }) => [email.slice(0, 8), state, sentSteps])).toEqual([
			["shared-1", "finished", 2],
			["shared-2", "stopped", 1],
			["shared-3", "finished", 2],
			["shared-4", "finished", 2],
		]);
		expect(items[1]?.reason).toBe("The mailbox that wrote to this person was removed.");
		const report = await getCampaign(ctx, OWNER, id);
		expect([report.state, report.plan.accountIds]).toEqual(["completed", [account]]);
		const { events } = await recipientReport(ctx, OWNER, items[1]?.id ?? "");
		expect(events.map(({ kind }) => kind)).toContain("stopped");
	});

	test("is paused with the reason when all of its mailboxes were removed", async () => {
		const { ctx } = box;
		const another = await mailbox.connectAnother();
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [another] }));
		await addRecipients(ctx, OWNER, id, [{ email: "nobody-left@example.net", fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		await deleteAccount(ctx, OWNER, another);
		await ctx.jobs.drain();
		await runDue();
		const { state, pauseReason } = await getCampaign(ctx, OWNER, id);
		expect([state, pauseReason]).toEqual(["paused", "The mailboxes that this campaign sends from were removed."]);
		expect(await stateOf(id)).toEqual(["paused", "waiting", 0]);
	});

	test("takes nothing but a person's own wish for an opt-out", async () => {
		const { ctx } = box;
		const follow = sampleStep({ waitDays: 1, subject: "", body: "Again" });
		const steps = [...samplePlan().steps, follow];
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account], steps }));
		const rows = ["silent-wish-1", "silent-wish-2"].map((name) => ({ email: `${name}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const { signal } = new AbortController();
		for (let turn = 0; turn < 3; turn++) {
			now += HOUR;
			const dueAt = new Date(now);
			await campaignRun.run(ctx, { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt, signal });
			await ctx.jobs.drain();
		}
		const entry = { target: "example.net", source: "manual" as const, reason: null };
		await suppress(ctx.database, OWNER, entry, { now: new Date(now) });
		const [mail] = sink.received.map(mailOf).filter(({ to }) => to === "silent-wish-1@example.net");
		if (mail === undefined) throw new Error("The first message was not sent");
		const head = [`From: ${mail.to}`, `In-Reply-To: <${mail.messageId}>`, `Subject: Re: ${mail.subject}`];
		await mailbox.deliver(head, "Sounds good.");
		await enqueueSync(ctx, OWNER, account);
		await ctx.jobs.drain();
		await play(id);
		const { items } = await listRecipients(ctx, OWNER, id, { limit: 2 });
		expect(items.map(({ state }) => state)).toEqual(["replied", "stopped"]);
		expect(await (await browse(mail.link, "GET")).text()).toContain('<form method="post">');
		// An entry for another reason does not hide that the person asked.
		await removeSuppression(ctx.database, OWNER, "example.net");
		const bounced = { target: mail.to, source: "bounce" as const, reason: "5.1.1" };
		await suppress(ctx.database, OWNER, bounced, { now: new Date(now) });
		await browse(mail.link, "POST");
		expect(await (await browse(mail.link, "GET")).text()).toContain("You are unsubscribed");
		const list = await listSuppressions(ctx.database, OWNER, { limit: 100 });
		expect(list.items.find(({ target }) => target === mail.to)?.source).toBe("unsubscribe");
	});
});
