import { afterAll, beforeAll, expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { enqueueDue } from "#server/mail/send/job.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import type { SmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { recipientStates } from "../states.ts";
import { createCampaign, launchCampaign, pauseCampaign, resumeCampaign } from "./campaigns.ts";
import { addRecipients, listRecipients } from "./recipients.ts";
import { getCampaign } from "./report/report.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox, requestTracked } from "./testing/campaign-mailbox.ts";
import { kindOf, people } from "./testing/people.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";
import { type Mail, mailOf, trackedLinks } from "./testing/sent-mail.ts";
import { showUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/**
 * A campaign of three messages from a real mailbox (Dovecot), through a real SMTP server, under a fast clock. The people
 * of the list behave as people and their mail servers do; `kill.test.ts` has all kinds of them, and kills the server.
 */

const HOUR = 3_600_000;
/** Kinds of people; `kill.test.ts` has all. */
const KINDS = ["replies", "new-message", "away", "ticket", "refused", "one-click", "asks-to-stop", "scanner", "silent"];

describeIf(dovecotPath !== null)("a campaign", () => {
	let mailbox: CampaignMailbox;
	let box: TestMailbox;
	let sink: SmtpSink;
	let account: string;
	// A Monday.
	let now = Date.parse("2026-06-01T08:00:00Z");

	const browse = (link: string, method: "GET" | "POST") => {
		const token = new URL(link).pathname.split("/").at(-1) ?? "";
		const request = new Request(link, { method, headers: { accept: "text/html" } });
		return method === "GET" ? showUnsubscribe(box.ctx, token, request) : unsubscribe(box.ctx, token, request);
	};

	const hit = (link: string, userAgent?: string): Promise<Response> => requestTracked(box.ctx, link, userAgent);

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
		({ box, sink, account } = mailbox);
	});
	afterAll(() => mailbox.close());

	/** Lets the campaign and its people act until nothing further is due. @returns the mail that each got */
	async function play(campaignId: string): Promise<Map<string, Mail[]>> {
		const got = new Map<string, Mail[]>();
		for (let seen = sink.received.length, turn = 0; turn < 5_000; turn++) {
			const row = await box.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from campaigns where id = $1",
				[campaignId],
			);
			if (row?.at == null) return got;
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(box.ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await box.ctx.jobs.drain();
			const fresh = sink.received.slice(seen).map(mailOf);
			seen = sink.received.length;
			let hasAnswers = false;
			for (const mail of fresh) {
				const all = [...(got.get(mail.to) ?? []), mail];
				got.set(mail.to, all);
				now += HOUR / 60;
				for (const reaction of people[kindOf(mail.to)]?.react?.(mail, all.length, now) ?? []) {
					if ("visit" in reaction) await browse(reaction.link, reaction.visit);
					else if ("head" in reaction) await mailbox.deliver(reaction.head, reaction.body);
					hasAnswers = true;
				}
			}
			if (!hasAnswers) continue;
			await enqueueSync(box.ctx, OWNER, account);
			await box.ctx.jobs.drain();
		}
		throw new Error("The campaign does not end");
	}

	test("leaves everyone in the state that a person would give them, and mails nobody after an answer", async () => {
		const { ctx } = box;
		const plan = samplePlan({
			...{
				accountIds: [account],
				timeZone: "Europe/Berlin",
				sendDays: [1, 2, 3, 4, 5],
				sendFrom: 540,
				sendUntil: 1_020,
			},
			...{ dailyCap: 400, spacingSeconds: 60, postalAddress: "1 Harbor Street, Portland" },
			steps: [
				sampleStep({
					waitDays: 0,
					subject: "Question for {{company|you}}",
					body: "",
					html: '<div>Hi <b>{{first_name|there}}</b>,</div><div><br></div><div>a <a href="https://ink.example/q">question</a>.</div>',
				}),
				sampleStep({ waitDays: 2, subject: "", body: "Did you see my question?" }),
				sampleStep({ waitDays: 3, subject: "", body: "Last try." }),
			],
		});
		const id = await createCampaign(ctx, OWNER, plan);
		const rows = KINDS.map((kind) => ({ email: `${kind}-0@example.net`, fields: { "First Name": "Ada" } }));
		const again = { email: `SILENT-0+again@example.net`, fields: {} };
		expect(await addRecipients(ctx, OWNER, id, [...rows, again])).toEqual({ added: rows.length, duplicates: 1 });
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const got = await play(id);

		const { items } = await listRecipients(ctx, OWNER, id, { limit: rows.length + 1 });
		const ended = items.map(({ email, state }) => `${email} ${state}`);
		const personOf = (email: string) => people[kindOf(email)];
		expect(ended).toEqual(rows.map(({ email }) => `${email} ${personOf(email)?.ends}`));
		expect(rows.map(({ email }) => `${email} ${got.get(email)?.length ?? 0}`)).toEqual(
			rows.map(({ email }) => `${email} ${personOf(email)?.messages}`),
		);
		const campaign = await getCampaign(ctx, OWNER, id);
		expect(campaign.state).toBe("completed");
		const replies = KINDS.filter((kind) => people[kind]?.ends === "replied").length;
		expect(campaign.counts).toMatchObject({ replied: replies, opened: null, clicked: null });
		expect(campaign.counts.sent).toBe([...got.keys()].length);
		// Each count is of people that the list shows.
		const inState = async (state: (typeof recipientStates)[number]) =>
			(await listRecipients(ctx, OWNER, id, { state, limit: rows.length + 1 })).items.length;
		const listed: [string, number][] = [];
		for (const state of recipientStates) if ((await inState(state)) > 0) listed.push([state, await inState(state)]);
		expect(Object.entries(campaign.states).sort()).toEqual(listed.sort());
		expect([campaign.recipientCount, campaign.counts.replied]).toEqual([items.length, await inState("replied")]);
		expect(campaign.stepCounts[0]?.sent).toBe(campaign.counts.sent);

		const [first, second, third] = got.get("silent-0@example.net") ?? [];
		expect(first?.subject).toBe("Question for you");
		// Formatted, with everything in both parts.
		const { text, html } = await parseFull(Buffer.from(first?.raw ?? ""));
		expect(text).toContain("Hi Ada,\n\na question <https://ink.example/q>.");
		expect(html).toContain(
			'Hi <strong>Ada</strong>,</div><div><br></div><div>a <a href="https://ink.example/q">question</a>',
		);
		for (const part of [text, html]) expect(part?.replaceAll("&amp;", "&")).toContain(first?.link);
		expect(second?.raw).not.toContain("text/html");
		expect(first?.raw).toContain("1 Harbor Street, Portland");
		expect([second?.subject, third?.subject]).toEqual(["Re: Question for you", "Re: Question for you"]);
		expect(second?.raw).toContain(`In-Reply-To: <${first?.messageId}>`);
		expect(third?.raw.replace(/\s+/g, " ")).toContain(`References: <${first?.messageId}> <${second?.messageId}>`);
		// Only in the window: 9 to 17 in Berlin is 7 to 15 UTC in summer.
		const events = await ctx.database.query<{ at: Date }>(
			"select handed_over_at as at from campaign_messages where campaign_id = $1",
			[id],
		);
		for (const { at } of events) {
			expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
			expect(at.getUTCHours()).toBeGreaterThanOrEqual(7);
			expect(at.getUTCHours()).toBeLessThan(15);
		}
		// Away until June 19, a Friday.
		const [, resumed] = await ctx.database.query<{ at: Date }>(
			`select m.handed_over_at as at from campaign_messages m join campaign_recipients r on r.id = m.recipient_id
			where r.email = 'away-0@example.net' order by m.step`,
			[],
		);
		expect(resumed?.at.toISOString().slice(0, 10)).toBe("2026-06-22");
	}, 300_000);

	test("keeps an unsubscribed person out of later campaigns, and sends nothing while paused", async () => {
		const { ctx } = box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account] }));
		const emails = ["one-click-0@example.net", "silent-new-1@example.net"];
		await addRecipients(
			ctx,
			OWNER,
			id,
			emails.map((email) => ({ email, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		await pauseCampaign(ctx, OWNER, id);
		const before = sink.received.length;
		expect([...(await play(id)).keys()]).toEqual([]);
		expect(sink.received.length).toBe(before);
		await resumeCampaign(ctx, OWNER, id);
		expect([...(await play(id)).keys()]).toEqual(["silent-new-1@example.net"]);
		const { items } = await listRecipients(ctx, OWNER, id, { limit: 10 });
		expect(items.map(({ state }) => state)).toEqual(["unsubscribed", "finished"]);
	});

	test("shows a page for a link, and changes nothing until it is posted", async () => {
		const [mail] = sink.received.filter(({ to }) => to[0] === "silent-new-1@example.net").map(mailOf);
		const stateOf = async () =>
			(
				await box.ctx.database.one<{ state: string }>(
					"select state from campaign_recipients where email = 'silent-new-1@example.net'",
					[],
				)
			)?.state;
		const page = await browse(mail?.link ?? "", "GET");
		expect(await page.text()).toContain('<form method="post">');
		expect(await stateOf()).toBe("finished");
		expect(mail?.link).not.toContain("silent");
		expect((await browse(`${mail?.link}x`, "POST")).status).toBe(404);
		expect(await stateOf()).toBe("finished");
		expect(await (await browse(mail?.link ?? "", "POST")).text()).toContain("You are unsubscribed");
		expect(await stateOf()).toBe("unsubscribed");
	});

	test("counts the opens and clicks of people alone, by links that lead nowhere else", async () => {
		const { ctx } = box;
		const step = sampleStep({
			waitDays: 0,
			subject: "Two links",
			html: '<a href="https://ink.example/a?x=1">One</a> and <a href="https://ink.example/b">another</a>',
		});
		const plan = samplePlan({ accountIds: [account], tracksOpens: true, tracksClicks: true, steps: [step] });
		const id = await createCampaign(ctx, OWNER, plan);
		const kinds = ["person", "scanner", "silent"];
		await addRecipients(
			ctx,
			OWNER,
			id,
			kinds.map((kind) => ({ email: `${kind}-tracked-1@example.net`, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const got = await play(id);
		const linksOf = (kind: string) => trackedLinks(got.get(`${kind}-tracked-1@example.net`)?.[0]);
		now += HOUR;
		const [first = "", second = "", picture = ""] = linksOf("person");
		expect(first).not.toContain("person");
		expect((await hit(picture)).headers.get("content-type")).toBe("image/gif");
		expect((await hit(first)).headers.get("location")).toBe("https://ink.example/a?x=1");
		now += 60_000;
		expect((await hit(second)).headers.get("location")).toBe("https://ink.example/b");
		await expect(hit(first.replace(/links\/./, "links/x"))).rejects.toMatchObject({ status: 404 });
		// Follows every link at once, under the name of a browser.
		for (const link of linksOf("scanner")) await hit(link);
		for (const link of linksOf("silent")) await hit(link, "Mozilla/5.0 (compatible; Googlebot/2.1)");
		const { counts, stepCounts } = await getCampaign(ctx, OWNER, id);
		expect(counts).toEqual({ sent: 3, opened: 1, clicked: 1, replied: 0 });
		expect(stepCounts[0]).toMatchObject({ opened: 1, clicked: 1 });
		const machine = await ctx.database.one<{ count: number }>(
			"select count(*)::int as count from campaign_events where campaign_id = $1 and is_machine",
			[id],
		);
		expect(machine?.count).toBe(6);
	});

	test("hands each message over once, in the limits of the mailbox, however many processes run the campaign", async () => {
		const { ctx } = box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account], spacingSeconds: 600 }));
		const emails = Array.from({ length: 3 }, (_, index) => `silent-many-${index}@example.net`);
		await addRecipients(
			ctx,
			OWNER,
			id,
			emails.map((email) => ({ email, fields: {} })),
		);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		now += HOUR;
		const before = sink.received.length;
		const { signal } = new AbortController();
		const run = () =>
			campaignRun.run(ctx, { ownerId: OWNER, key: id, input: { campaignId: id }, dueAt: new Date(now), signal });
		await Promise.all(Array.from({ length: 6 }, run));
		await ctx.jobs.drain();
		expect(sink.received.length - before).toBe(1);
		// Deferred by the server: sent by the kernel's retry, and not handed over again.
		sink.refuseRecipients(() => "451 4.7.1 Greylisted");
		now += HOUR / 4;
		await Promise.all([run(), run()]);
		await ctx.jobs.drain();
		sink.refuseRecipients(() => null);
		for (let turn = 0; turn < 3; turn++) {
			now += HOUR;
			await enqueueDue(ctx);
			await ctx.jobs.drain();
			await run();
			await ctx.jobs.drain();
		}
		expect(sink.received.slice(before).map(({ to }) => to[0])).toEqual(emails);
	});

	test("pauses with the reason when the mailbox cannot send, and sends the same message once resumed", async () => {
		const { ctx } = box;
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [account] }));
		await addRecipients(ctx, OWNER, id, [{ email: "silent-late-1@example.net", fields: {} }]);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await ctx.database.exec("update connected_accounts set status = 'needs_sign_in' where id = $1", [account]);
		await launchCampaign(ctx, OWNER, id);
		await play(id);
		const paused = await getCampaign(ctx, OWNER, id);
		expect([paused.state, paused.pauseReason]).toEqual(["paused", expect.stringContaining("sign in again")]);
		await ctx.database.exec("update connected_accounts set status = 'connected' where id = $1", [account]);
		await resumeCampaign(ctx, OWNER, id);
		expect([...(await play(id)).keys()]).toEqual(["silent-late-1@example.net"]);
	});
});
