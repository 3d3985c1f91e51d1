import { afterAll, beforeAll, expect, test } from "vitest";
import { suppress } from "#server/mail/send/suppressions.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, type TestMailbox } from "#test/mailbox.ts";
import type { SmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import type { Plan } from "../contract.ts";
import { createCampaign, launchCampaign } from "./campaigns.ts";
import { addRecipients, listRecipients } from "./recipients.ts";
import { getCampaign } from "./report/report.ts";
import { campaignRun, runCampaign } from "./run.ts";
import { setTone } from "./set-tone.ts";
import { type CampaignMailbox, openCampaignMailbox, requestTracked } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";
import { type Mail, mailOf, trackedLinks } from "./testing/sent-mail.ts";

/** Who gets which message, from which mailbox, and when: warm-up, time zones, conditions, two subjects. */

describeIf(dovecotPath !== null)("a sequence", () => {
	let mailbox: CampaignMailbox;
	let box: TestMailbox;
	let sink: SmtpSink;
	// A Monday.
	let now = Date.parse("2026-06-01T08:00:00Z");

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
		({ box, sink } = mailbox);
	}, 240_000);
	afterAll(() => mailbox.close());

	async function launch(changes: Partial<Plan>, rows: Parameters<typeof addRecipients>[3]): Promise<string> {
		const id = await createCampaign(box.ctx, OWNER, samplePlan({ accountIds: [mailbox.account], ...changes }));
		await addRecipients(box.ctx, OWNER, id, rows);
		await box.ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(box.ctx, OWNER, id);
		return id;
	}

	/** Runs the campaign until nothing further is due. @param answer what a recipient does with a message */
	async function play(campaignId: string, answer?: (mail: Mail) => Promise<void>): Promise<Mail[]> {
		const start = sink.received.length;
		for (let seen = start; ; ) {
			const row = await box.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from campaigns where id = $1",
				[campaignId],
			);
			if (row?.at == null) return sink.received.slice(start).map(mailOf);
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(box.ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await box.ctx.jobs.drain();
			for (const mail of sink.received.slice(seen).map(mailOf)) {
				now += 60_000;
				await answer?.(mail);
			}
			seen = sink.received.length;
		}
	}

	const messagesOf = (campaignId: string) =>
		box.ctx.database.query<{ email: string; account: string; step: number; variant: number; at: Date }>(
			`select r.email, m.sender_id as account, m.step, m.variant, m.handed_over_at as at from campaign_messages m
			join campaign_recipients r on r.owner_id = m.owner_id and r.id = m.recipient_id
			where m.campaign_id = $1 order by m.handed_over_at`,
			[campaignId],
		);
	const addresses = (count: number, name: string) =>
		Array.from({ length: count }, (_, index) => ({ email: `${name}-${index}@example.net`, fields: {} }));

	test("shares the recipients among the mailboxes, each of which warms up by days on which it sent", async () => {
		const second = await mailbox.connectAnother();
		const warmUp = { start: 2, step: 1 };
		const plan = { accountIds: [mailbox.account, second], sendDays: [1, 2, 3, 4, 5], dailyCap: 4, warmUp };
		const id = await launch(plan, addresses(26, "warm"));
		await play(id);
		const sent = await messagesOf(id);
		const perDay = (account: string): Record<string, number> => {
			const days: Record<string, number> = {};
			for (const row of sent.filter((one) => one.account === account)) {
				const day = row.at.toISOString().slice(0, 10);
				days[day] = (days[day] ?? 0) + 1;
			}
			return days;
		};
		// Saturday and Sunday are no days of sending, and the limit is 4.
		const expected = { "2026-06-01": 2, "2026-06-02": 3, "2026-06-03": 4, "2026-06-04": 4 };
		expect(perDay(mailbox.account)).toEqual(expected);
		expect(perDay(second)).toEqual(expected);
	}, 240_000);

	test("sends in each person's own hours, and does not let one zone hold up another", async () => {
		now = Date.parse("2026-06-15T06:00:00Z");
		const zoned = (email: string, zone: string) => ({ email: `${email}@example.net`, fields: { "Time zone": zone } });
		const id = await launch({ sendFrom: 540, sendUntil: 600, zoneField: "Time zone" }, [
			zoned("new-york", "America/New_York"),
			zoned("berlin", "Europe/Berlin"),
			zoned("unknown", "Middle Earth"),
			zoned("tokyo", "Asia/Tokyo"),
		]);
		await play(id);
		const hours = (await messagesOf(id)).map(({ email, at }) => `${email} ${at.toISOString().slice(0, 13)}`);
		// From 9 to 10 o'clock: 7 in UTC is 9 in Berlin, 13 is 9 in New York, and midnight is 9 in Tokyo.
		expect(hours).toEqual([
			"berlin@example.net 2026-06-15T07",
			"unknown@example.net 2026-06-15T09",
			"new-york@example.net 2026-06-15T13",
			"tokyo@example.net 2026-06-16T00",
		]);
	}, 240_000);

	test("passes over more people than one run does, and writes to who is left", async () => {
		const rows = addresses(6, "skipped");
		const id = await launch({}, rows);
		for (const { email } of rows.slice(0, 5))
			await suppress(...[box.ctx.database, OWNER, { target: email, source: "manual" as const, reason: null }], {
				now: new Date(now),
			});
		const start = sink.received.length;
		let runs = 0;
		for (; (await getCampaign(box.ctx, OWNER, id)).state !== "completed" && runs < 10; runs++) {
			const { signal } = new AbortController();
			await runCampaign(box.ctx, { ownerId: OWNER, campaignId: id, signal, maxSkipped: 2 });
			await box.ctx.jobs.drain();
			now += 60_000;
		}
		expect(sink.received.slice(start).map((one) => mailOf(one).to)).toEqual(["skipped-5@example.net"]);
		// Two and two, then one and the message, then its result.
		expect(runs).toBe(4);
		const { items } = await listRecipients(box.ctx, OWNER, id, { limit: 10 });
		expect(items.map(({ state }) => state)).toEqual([...Array(5).fill("stopped"), "finished"]);
	}, 240_000);

	test("sends a follow-up only to those it is for, and passes over the others", async () => {
		const id = await launch(
			{
				...{ tracksOpens: true, tracksClicks: true },
				steps: [
					sampleStep({ subject: "An offer", html: '<a href="https://ink.example/offer">See our offer</a>' }),
					sampleStep({ waitDays: 1, subject: "In case you missed it", condition: "not_opened" }),
					sampleStep({ waitDays: 1, condition: "clicked", body: "You looked at it." }),
				],
			},
			["reads", "clicks", "ignores"].map((name) => ({ email: `${name}@example.net`, fields: {} })),
		);
		const got = await play(id, async (mail) => {
			const [link = "", picture = ""] = trackedLinks(mail);
			if (mail.to.startsWith("reads")) await requestTracked(box.ctx, picture || link);
			if (mail.to.startsWith("clicks") && link !== "") await requestTracked(box.ctx, link);
		});
		const subjects = (name: string) => got.filter(({ to }) => to.startsWith(name)).map(({ subject }) => subject);
		expect(subjects("reads")).toEqual(["An offer"]);
		// The message in between was not sent, so its subject is not answered.
		expect(subjects("clicks")).toEqual(["An offer", "Re: An offer"]);
		expect(subjects("ignores")).toEqual(["An offer", "In case you missed it"]);
		const { items } = await listRecipients(box.ctx, OWNER, id, { limit: 10 });
		expect(items.map(({ state }) => state)).toEqual(["finished", "finished", "finished"]);
		expect((await getCampaign(box.ctx, OWNER, id)).state).toBe("completed");
	}, 240_000);

	test("gives each subject to some, keeps it in the follow-up, and counts who is interested and who refuses", async () => {
		const steps = [
			sampleStep({ subject: "First subject", subjectB: "Second subject" }),
			sampleStep({ waitDays: 1, body: "Again" }),
		];
		const id = await launch({ steps }, addresses(12, "subject"));
		const answers = ["No, thank you.", "Please unsubscribe me.", "Who are you?", "Yes, please."];
		const given: string[] = [];
		const got = await play(id, async (mail) => {
			if (mail.subject !== "Re: Second subject") return;
			const head = [`From: ${mail.to}`, `In-Reply-To: <${mail.messageId}>`, `Subject: ${mail.subject}`];
			given.push(answers[Math.min(given.length, 3)] ?? "");
			await mailbox.deliver(head, given.at(-1) ?? "");
			await enqueueSync(box.ctx, OWNER, mailbox.account);
			await box.ctx.jobs.drain();
		});
		const { plan, stepCounts } = await getCampaign(box.ctx, OWNER, id);
		const count = (subject: string) => got.filter((mail) => mail.subject === subject).length;
		expect(count("First subject") + count("Second subject")).toBe(12);
		expect(count("Re: First subject")).toBe(count("First subject"));
		expect(plan.steps[0]?.subjectB).toBe("Second subject");
		const subjects = stepCounts[0]?.subjects;
		expect(subjects?.result).toBe("not_enough");
		const second = count("Second subject");
		const [refused, unsubscribed] = answers.map((answer) => given.filter((one) => one === answer).length);
		const interested = given.filter((one) => one === "Yes, please.").length;
		expect(subjects?.variants.map(({ low, high, ...counts }) => counts)).toEqual([
			{ sent: count("First subject"), replied: 0, interested: 0, refused: 0 },
			{
				...{ sent: second, replied: second - (unsubscribed ?? 0) },
				...{ interested, refused: (refused ?? 0) + (unsubscribed ?? 0) },
			},
		]);
		expect(stepCounts[1]?.subjects).toBeNull();
		expect(stepCounts.map(({ replied }) => replied)).toEqual([0, second - (unsubscribed ?? 0)]);
	}, 240_000);

	test("proposes what a reply says, and keeps what the user says instead", async () => {
		const id = await launch({}, [{ email: "tone@example.net", fields: {} }]);
		const [mail] = await play(id);
		if (mail === undefined) throw new Error("Nothing was sent");
		const answer = async (text: string): Promise<void> => {
			const head = [`From: ${mail.to}`, `In-Reply-To: <${mail.messageId}>`, `Subject: Re: ${mail.subject}`];
			await mailbox.deliver(head, text);
			await enqueueSync(box.ctx, OWNER, mailbox.account);
			await box.ctx.jobs.drain();
		};
		const person = async () => (await listRecipients(box.ctx, OWNER, id, { limit: 1 })).items[0];
		const recipientId = (await person())?.id ?? "";
		const choice = { ownerId: OWNER, recipientId, tone: "interested" as const };
		await expect(setTone(box.ctx, choice)).rejects.toMatchObject({ code: "no-reply" });
		await answer("Thanks, but not right now. Please try again in spring.");
		expect(await person()).toMatchObject({ state: "replied", tone: "not_now", toneSource: "rules" });
		await setTone(box.ctx, choice);
		await answer("We are not interested.");
		expect(await person()).toMatchObject({ state: "replied", tone: "interested", toneSource: "user" });
	}, 240_000);
});
