import { afterAll, beforeAll, expect, test } from "vitest";
import { findSuppressed } from "#server/mail/send/suppressions.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER } from "#test/mailbox.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createCampaign, launchCampaign } from "./campaigns.ts";
import { addRecipients, listRecipients } from "./recipients.ts";
import { campaignRun } from "./run.ts";
import { type CampaignMailbox, openCampaignMailbox } from "./testing/campaign-mailbox.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";
import { type Mail, mailOf } from "./testing/sent-mail.ts";

/** What people reported of campaigns of other software, and others of the same kinds: answers, and what becomes of their sender. */

const SUBJECT = "Stop losing time";

interface Case {
	kind: number;
	/** Header fields; From is the recipient's unless it is given. */
	fields?: string[];
	text: string;
	state: "replied" | "unsubscribed" | "waiting";
	/** On the suppression list. */
	isSuppressed?: boolean;
	/** The next message goes out when it is due. */
	continues?: boolean;
}

/** @param words of the server @param address that failed; the recipient's unless it is given */
function report(words: string, status: string, address?: string): Pick<Case, "fields" | "text"> {
	const fields = [
		...["From: Mail Delivery System <MAILER-DAEMON@mx.example.net>", "Subject: Undelivered Mail Returned to Sender"],
		'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
	];
	const text = [
		...[
			"--b",
			"Content-Type: text/plain",
			"",
			"It could not be delivered.",
			"--b",
			"Content-Type: message/delivery-status",
			"",
		],
		...[
			"Reporting-MTA: dns; mx.example.net",
			"",
			`Final-Recipient: rfc822; ${address ?? "RECIPIENT"}`,
			"Action: failed",
		],
		...[`Status: ${status}`, `Diagnostic-Code: smtp; ${words}`, "", "--b--"],
	].join("\r\n");
	return { fields, text };
}

const html = (body: string): Pick<Case, "fields" | "text"> => ({
	...{ fields: ["Content-Type: text/html; charset=utf-8"], text: `<html><body>${body}</body></html>` },
});

const goesOn = { state: "waiting", continues: true } as const;
const optsOut = { state: "unsubscribed", isSuppressed: true } as const;

const CASES: Record<string, Case> = {
	e01: { kind: 1, fields: ["X-Auto-Response-Suppress: All"], text: "Thursday works for me", state: "replied" },
	e03: {
		kind: 1,
		fields: ["Subject: Re: Abwesenheitsverwaltung für Ihr Team"],
		text: "Was kostet das?",
		state: "replied",
	},
	e04: {
		...{
			kind: 6,
			fields: [
				"Subject: Read: Demo",
				"Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
			],
		},
		text: "--b\r\nContent-Type: text/plain\r\n\r\nIt was read.\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n--b--",
		...goesOn,
	},
	e05: { kind: 5, fields: ["From: OWN"], text: "A copy for myself.", ...goesOn },
	e06: { kind: 7, ...report("550 5.1.1 User unknown", "5.1.1", "old-backup@dead.example"), ...goesOn },
	e07: { kind: 8, ...report("550 5.1.1 192.0.2.7 has sent to too many recipients this hour", "5.1.1"), ...goesOn },
	e08: { kind: 1, text: "Tell me more.", state: "replied" },
	e10: { kind: 9, text: "Please unsubscribe me from this list.", ...optsOut },
	e12: { kind: 9, text: "Bitte nehmen Sie mich aus dem Verteiler", ...optsOut },
	e13: { kind: 9, text: "Stop by our office on Monday", state: "replied" },
	"bulk-precedence": { kind: 1, fields: ["Precedence: bulk"], text: "Let's talk.", state: "replied" },
	"out-of-the-office": {
		kind: 1,
		fields: ["Subject: Re: Out of the office: team day"],
		text: "Love it.",
		state: "replied",
	},
	"calendar-answer": {
		...{ kind: 6, fields: ["Subject: Accepted: Demo", "Content-Type: text/calendar; method=REPLY"] },
		...{ text: "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR", ...goesOn },
	},
	challenge: {
		...{
			kind: 6,
			text: "To deliver your message please click the link below to confirm that you are a person. https://x.example",
		},
		...goesOn,
	},
	away: {
		kind: 6,
		text: "Thank you for your email. I am out of the office until December 2026 with no access to email.",
		state: "waiting",
	},
	recall: {
		kind: 6,
		fields: ["Subject: Recall: Demo"],
		text: 'Nia would like to recall the message, "Demo".',
		...goesOn,
	},
	"two-recipients": { kind: 7, ...report("550 5.1.1 User unknown", "5.1.1", "somebody-else@example.net"), ...goesOn },
	"at-a-rate": {
		kind: 8,
		...report("550 5.2.1 The user is receiving mail at a rate that prevents delivery", "5.2.1"),
		...goesOn,
	},
	greeting: { kind: 9, text: "Hi Sam,\r\n\r\nplease take me off your list.\r\n\r\nThanks\r\nNia", ...optsOut },
	"html-only": { kind: 9, ...html("<p>Hello,</p><p>I no longer wish to receive your emails.</p>"), ...optsOut },
	"own-subject": { kind: 9, fields: [`Subject: Re: ${SUBJECT}`], text: "Yes, tell me how.", state: "replied" },
};

describeIf(dovecotPath !== null)("answers to a campaign", () => {
	let mailbox: CampaignMailbox;
	// A Monday.
	let now = Date.parse("2026-06-01T08:00:00Z");

	beforeAll(async () => {
		mailbox = await openCampaignMailbox(() => now);
	}, 240_000);
	afterAll(() => mailbox.close());

	const nameOf = (address: string): string => address.split("@", 1)[0] ?? "";

	/** Runs the campaign while something is due before this time. */
	async function playUntil(campaignId: string, end: number): Promise<Mail[]> {
		const { box, sink } = mailbox;
		const start = sink.received.length;
		for (;;) {
			const row = await box.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from campaigns where id = $1",
				[campaignId],
			);
			if (row?.at == null || row.at.getTime() > end) return sink.received.slice(start).map(mailOf);
			now = Math.max(now + 1_000, row.at.getTime());
			const { signal } = new AbortController();
			await campaignRun.run(box.ctx, { ownerId: OWNER, key: campaignId, input: { campaignId }, dueAt: row.at, signal });
			await box.ctx.jobs.drain();
		}
	}

	async function answer({ fields = [], text }: Case, mail: Mail): Promise<void> {
		const own = mailbox.ownAddress;
		const given = fields.map((field) => field.replace("From: OWN", `From: ${own}`));
		const has = (name: string): boolean => given.some((field) => field.startsWith(`${name}:`));
		const head = [
			...(has("From") ? [] : [`From: Nia <${mail.to}>`]),
			...(has("Subject") ? [] : [`Subject: Re: ${mail.subject}`]),
			...[`In-Reply-To: <${mail.messageId}>`, "MIME-Version: 1.0", ...given],
		];
		await mailbox.deliver(head, text.replaceAll("RECIPIENT", mail.to));
	}

	test("leave everyone in the state that was expected, and let the next message go to nobody else", async () => {
		const { ctx } = mailbox.box;
		const steps = [sampleStep({ subject: SUBJECT }), sampleStep({ waitDays: 2, body: "Again" })];
		const id = await createCampaign(ctx, OWNER, samplePlan({ accountIds: [mailbox.account], steps }));
		const rows = Object.keys(CASES).map((name) => ({ email: `${name}@example.net`, fields: {} }));
		await addRecipients(ctx, OWNER, id, rows);
		await ctx.database.exec("update campaigns set checked_at = now() where id = $1", [id]);
		await launchCampaign(ctx, OWNER, id);
		const first = await playUntil(id, now + 86_400_000);
		expect(first).toHaveLength(rows.length);
		for (const mail of first) await answer(CASES[nameOf(mail.to)] as Case, mail);
		await enqueueSync(ctx, OWNER, mailbox.account);
		await ctx.jobs.drain();

		const { items } = await listRecipients(ctx, OWNER, id, { limit: 100 });
		const states = Object.fromEntries(items.map(({ email, state }) => [nameOf(email), state]));
		expect(states).toEqual(Object.fromEntries(Object.entries(CASES).map(([name, { state }]) => [name, state])));
		const suppressed = await findSuppressed(
			ctx.database,
			OWNER,
			rows.map(({ email }) => email),
		);
		const expected = Object.keys(CASES).filter((name) => CASES[name]?.isSuppressed === true);
		expect([...suppressed.keys()].map(nameOf).sort()).toEqual(expected.sort());

		const next = await playUntil(id, now + 4 * 86_400_000);
		const continuing = Object.keys(CASES).filter((name) => CASES[name]?.continues === true);
		expect(next.map(({ to }) => nameOf(to)).sort()).toEqual(continuing.sort());
	}, 240_000);
});
