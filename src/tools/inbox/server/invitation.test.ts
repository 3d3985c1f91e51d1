import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { createParsePool } from "#server/mail/parse/pool/pool.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { readInvitation } from "#shared/calendar/invitation.ts";
import { mimeParts, textOf } from "#shared/mail/mime-parts.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { answerInvitation, presentInvitation } from "./invitation.ts";

/** Answering invitations from a real mailbox: Dovecot has the folders, an SMTP server receives the answers. */

describeIf(dovecotPath !== null)("an invitation", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let dovecot: Dovecot;
	let sink: SmtpSink;
	let user: MailUser;
	let account: string;
	beforeAll(async () => {
		install = await testInstall();
		dovecot = await startDovecot();
		box = await openMailbox(install, { provider: imapProvider });
	});
	beforeEach(async () => {
		sink = await startSmtpSink();
		user = await dovecot.addUser();
		account = await connectMailbox(box, dovecot, user, sink.port);
		return () => sink.close();
	});
	afterAll(async () => {
		await box.close();
		await dovecot.stop();
		await install.remove();
	});

	const invitation = (lines: string[], method = "REQUEST"): string =>
		[
			...["From: Bob <bob@example.net>", `To: <${user.user}@example.org>`, "Subject: Invitation: Plans"],
			...["Message-ID: <event@example.net>", "Date: Mon, 05 Jan 2026 08:50:15 +0000", "MIME-Version: 1.0"],
			...[
				'Content-Type: multipart/alternative; boundary="b"',
				"",
				"--b",
				"Content-Type: text/plain",
				"",
				"Plans",
				"--b",
			],
			...[`Content-Type: text/calendar; charset=UTF-8; method=${method}`, "", "BEGIN:VCALENDAR", `METHOD:${method}`],
			...["BEGIN:VEVENT", "UID:plans@example.net", "DTSTART:20260107T090000Z", "DTEND:20260107T100000Z"],
			...[
				"SUMMARY:Plans",
				"ORGANIZER;CN=Bob:mailto:bob@example.net",
				...lines,
				"END:VEVENT",
				"END:VCALENDAR",
				"--b--",
				"",
			],
		].join("\r\n");
	/** @returns the message's id here */
	const deliver = async (raw: string): Promise<string> => {
		const client = await secondClient(dovecot, user);
		await client.append("INBOX", Buffer.from(raw));
		client.close();
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		const row = await box.ctx.database.one<{ id: string }>(
			"select id from mail_messages_v1 where account_id = $1 order by id desc limit 1",
			[account],
		);
		return row?.id ?? "";
	};
	const answer = async (id: string, given: "accepted" | "tentative" | "declined") => {
		const view = await answerInvitation(box.ctx, { ownerId: OWNER, id, answer: given, userName: "Ann" });
		await box.ctx.jobs.drain();
		return view;
	};

	test("is answered to its organizer, again when the answer changes, and asked again when the event changes", async () => {
		const me = `ATTENDEE;CN=Ann:mailto:${user.user}@example.org`;
		const id = await deliver(invitation([me, "SEQUENCE:1"]));
		const asked = await presentInvitation(box.ctx, OWNER, id);
		expect(asked).toMatchObject({
			method: "request",
			summary: "Plans",
			answer: null,
			attendee: `${user.user}@example.org`,
		});
		expect(await answer(id, "accepted")).toMatchObject({ answer: "accepted" });
		await answer(id, "declined");
		expect((await presentInvitation(box.ctx, OWNER, id))?.answer).toBe("declined");
		expect(sink.received.map(({ to }) => to)).toEqual([["bob@example.net"], ["bob@example.net"]]);
		const [first = { raw: "" }] = sink.received;
		expect(first.raw).toMatch(/^Subject: Accepted: Plans/m);
		expect(first.raw).toMatch(/^In-Reply-To: <event@example.net>/m);
		const part = mimeParts(first.raw).find(({ type }) => type === "text/calendar");
		expect(part?.params).toMatchObject({ method: "REPLY" });
		expect(readInvitation(part === undefined ? "" : textOf(part, 10_000))).toMatchObject({
			...{ method: "reply", uid: "plans@example.net", sequence: 1 },
			attendees: [{ email: `${user.user}@example.org`, status: "accepted" }],
		});
		const update = await deliver(invitation([me, "SEQUENCE:2"]).replace("event@", "update@"));
		expect((await presentInvitation(box.ctx, OWNER, update))?.answer).toBeNull();
	});

	test("is answered in the user's name, whatever it calls them", async () => {
		const me = `ATTENDEE;CN=Your Bank:mailto:${user.user}@example.org`;
		await answer(await deliver(invitation([me])), "accepted");
		const [sent = { raw: "" }] = sink.received;
		expect(sent.raw).toMatch(new RegExp(`^From: Ann <${user.user}@example.org>`, "m"));
		expect(sent.raw).not.toContain("Your Bank");
	});

	test("is read to its end, and one that is too complex is refused", async () => {
		const file = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${`\r\n ${"QUJD".repeat(18)}`.repeat(7_000)}`;
		const id = await deliver(invitation([file, `ATTENDEE;CN=Ann:mailto:${user.user}@example.org`]));
		const asked = await presentInvitation(box.ctx, OWNER, id);
		expect(asked?.attendees).toMatchObject([{ name: "Ann" }]);
		const parsePool = createParsePool({ workers: 1, taskTimeoutMs: 1 });
		try {
			const reading = presentInvitation({ ...box.ctx, parsePool }, OWNER, id);
			await expect(reading).rejects.toMatchObject({ status: 422, code: "message-too-complex" });
		} finally {
			await parsePool.close();
		}
	});

	test("that is canceled, or that nobody sent, is not answered", async () => {
		const canceled = await deliver(invitation([], "CANCEL"));
		expect(await presentInvitation(box.ctx, OWNER, canceled)).toMatchObject({ method: "cancel", attendee: null });
		await expect(answer(canceled, "accepted")).rejects.toMatchObject({ code: "no-invitation" });
		const plain = await deliver(
			"From: bob@example.net\r\nSubject: Hello\r\nMessage-ID: <p@example.net>\r\n\r\nHello\r\n",
		);
		expect(await presentInvitation(box.ctx, OWNER, plain)).toBeNull();
		expect(sink.received).toEqual([]);
	});
});

const file = corpus("calendar/openbmc-calendar.mbox.gz");

describeIf(file !== null)("invitations of Google Calendar and Outlook on a list", () => {
	test("are all read", () => {
		const stored = gunzipSync(readFileSync(file ?? "")).toString("latin1");
		const messages = stored.split(/^From \S+.*\d{4}$/m).filter((raw) => /^BEGIN:VCALENDAR/m.test(raw));
		const read = messages.map((raw) => {
			const parts = mimeParts(raw.trimStart()).filter(({ type }) => type === "text/calendar");
			return parts.map((part) => readInvitation(textOf(part, 500_000))?.uid ?? null);
		});
		expect(messages.length).toBeGreaterThan(0);
		// Each has a calendar part, and each part an event.
		expect(read.filter((uids) => uids.length === 0 || uids.includes(null))).toEqual([]);
	});
});
