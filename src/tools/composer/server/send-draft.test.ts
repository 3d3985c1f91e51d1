import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { enqueueDue } from "#server/mail/send/job.ts";
import { suppress } from "#server/mail/send/suppressions.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { sized } from "#test/soak.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { attachFile, openFile, readAttachment } from "./attachments.ts";
import { createDraft, saveDraft } from "./drafts.ts";
import { finishSent } from "./finish.ts";
import { presentDraft, presentDrafts } from "./present.ts";
import { reopenDraft, sendDraft, sendTask } from "./send-draft.ts";

/** Sending drafts through a real mailbox: Dovecot has the folders, an SMTP server receives. */

describeIf(dovecotPath !== null)("sending a draft", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let dovecot: Dovecot;
	let sink: SmtpSink;
	let user: MailUser;
	let account: string;
	let now: number;
	const open = () =>
		openMailbox(install, {
			...{ provider: imapProvider, now: () => now, subscriptions: [finishSent] },
			schedules: [sendTask as ScheduledTask<Context>],
		});
	beforeAll(async () => {
		install = await testInstall();
		dovecot = await startDovecot();
		now = Date.now();
		box = await open();
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

	const to = [{ name: "Bob", email: "bob@example.net" }];
	const start = async (body: Partial<Parameters<typeof createDraft>[2]> = {}) => {
		const id = await createDraft(box.ctx, OWNER, { kind: "new", accountId: account, to, text: "Hello", ...body });
		return { ownerId: OWNER, id };
	};
	const send = (key: { ownerId: string; id: string }) => sendDraft(box.ctx, key, { userName: "Ann" });
	/** Runs what is due after this many seconds. */
	const later = async (seconds: number): Promise<void> => {
		now += seconds * 1000;
		await startDue(box.ctx, [sendTask.name]);
		// A large file is composed, sent, saved in Sent and synced.
		await box.ctx.jobs.drain(240_000);
	};
	const field = (name: string): string =>
		new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im")
			.exec(sink.received[0]?.raw ?? "")?.[1]
			?.replace(/\s+/g, " ") ?? "";

	test("waits for the time to undo, also over a restart, and is sent once", async () => {
		const key = await start({ subject: "Plans" });
		await send(key);
		await later(5);
		expect(sink.received).toEqual([]);
		await box.close();
		box = await open();
		await later(6);
		await later(60);
		expect(sink.received.map((mail) => mail.to)).toEqual([["bob@example.net"]]);
		expect([field("From"), field("To"), field("Subject")]).toEqual([
			`Ann <${user.user}@example.org>`,
			"Bob <bob@example.net>",
			"Plans",
		]);
		expect(await presentDraft(box.ctx, key)).toMatchObject({ state: "sent" });
		await expect(reopenDraft(box.ctx, key)).rejects.toMatchObject({ code: "already-sent" });
	});

	test("says which mail server it waits for", async () => {
		const key = await start({ subject: "Silent" });
		await send(key);
		sink.beSilentAt("greeting");
		const running = later(11);
		const waiting = { server: "127.0.0.1", for: "answer", since: new Date(now).toISOString() };
		await vi.waitFor(async () => expect(await presentDraft(box.ctx, key)).toMatchObject({ waiting }), 10_000);
		const { items } = await presentDrafts(box.ctx, OWNER, { section: "waiting", limit: 10 });
		expect(items).toMatchObject([{ state: "sending", waiting }]);
		sink.dropConnections();
		await running;
		expect(await presentDraft(box.ctx, key)).toMatchObject({ state: "sending", waiting: { for: "retry" } });
		sink.beSilentAt(null);
		now += 60_000;
		await enqueueDue(box.ctx);
		await later(0);
		expect(await presentDraft(box.ctx, key)).toMatchObject({ state: "sent", waiting: null });
	});

	test("is not sent when that is undone, and can be changed and sent then", async () => {
		const key = await start({ subject: "Undone" });
		await send(key);
		await reopenDraft(box.ctx, key);
		await later(60);
		expect(sink.received).toEqual([]);
		await saveDraft(box.ctx, key, { subject: "Changed" });
		await send(key);
		await later(11);
		expect([sink.received.length, field("Subject")]).toEqual([1, "Changed"]);
	});

	test("names its ancestors, and shows up in Sent and in the conversation", async () => {
		const client = await secondClient(dovecot, user);
		const original = [
			"From: Bob <bob@example.net>",
			`To: <${user.user}@example.org>, Cyd <cyd@example.net>`,
			"Cc: Dan <dan@example.net>",
			"Subject: Venue",
			"Message-ID: <three@example.net>",
			"References: <one@example.net> <two@example.net>",
			"Date: Mon, 05 Jan 2026 08:50:15 +0000",
			"",
			"Which one?",
			"",
		].join("\r\n");
		await client.append("INBOX", Buffer.from(original));
		client.close();
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		const row = await box.ctx.database.one<{ id: string; thread_id: string }>(
			"select id, thread_id from emails where owner_id = $1 and account_id = $2 and message_id = 'three@example.net'",
			[OWNER, account],
		);
		const key = await start({ kind: "reply_all", emailId: row?.id, to: undefined, accountId: undefined });
		expect(await presentDraft(box.ctx, key)).toMatchObject({
			...{ subject: "Re: Venue", accountId: account, cc: [{ email: "dan@example.net" }] },
			to: [{ email: "bob@example.net" }, { email: "cyd@example.net" }],
		});
		await send(key);
		await later(11);
		expect([field("In-Reply-To"), field("References")]).toEqual([
			"<three@example.net>",
			"<one@example.net> <two@example.net> <three@example.net>",
		]);
		const inThread = await box.ctx.database.query<{ folder_role: string }>(
			"select folder_role from emails where owner_id = $1 and account_id = $2 and thread_id = $3 order by folder_role",
			[OWNER, account, row?.thread_id],
		);
		expect(inThread.map((one) => one.folder_role)).toEqual(["inbox", "sent"]);
		const other = await secondClient(dovecot, user);
		await other.mailboxOpen("INBOX");
		const answered = await other.fetchAll("1:*", { flags: true });
		other.close();
		expect(answered.map(({ flags }) => flags?.has("\\Answered"))).toEqual([true]);
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		const now = await box.ctx.database.one<{ is_answered: boolean }>(
			"select is_answered from emails where owner_id = $1 and id = $2",
			[OWNER, row?.id],
		);
		expect(now?.is_answered).toBe(true);
	});

	test("carries a large file byte for byte, and images where the text shows them", async () => {
		const bytes = Buffer.alloc(sized(3, 24) * 1024 * 1024);
		for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
		const key = await start({ subject: "Large" });
		const { signal } = new AbortController();
		const stream = (content: Buffer) => new Blob([new Uint8Array(content)]).stream();
		const file = { filename: "plans.bin", contentType: "application/octet-stream", contentId: null, signal };
		await attachFile(box.ctx, key, { ...file, body: stream(bytes) });
		const image = { filename: "a.png", contentType: "image/png", contentId: "image-1@example.org", signal };
		const { position } = await attachFile(box.ctx, key, { ...image, body: stream(Buffer.from("picture")) });
		const kept = await openFile(box.ctx, await readAttachment(box.ctx, key, 0));
		expect(Buffer.from(await new Response(kept).arrayBuffer()).equals(bytes)).toBe(true);
		await saveDraft(box.ctx, key, { html: `<img src="/api/v1/drafts/${key.id}/attachments/${position}">` });
		await send(key);
		await later(11);
		const raw = sink.received[0]?.raw ?? "";
		expect(raw).toContain("cid:image-1@example.org");
		expect(raw).toContain("Content-ID: <image-1@example.org>");
		const part = raw.slice(raw.indexOf("plans.bin"));
		const start64 = part.indexOf("\r\n\r\n") + 4;
		const received = Buffer.from(part.slice(start64, part.indexOf("\r\n--", start64)), "base64");
		expect(received.equals(bytes)).toBe(true);
	}, 300_000);

	test("reports who did not get it, and is sent again to those alone", async () => {
		sink.refuseRecipients((address) => (address.startsWith("cyd@") ? "550 5.2.2 Mailbox full" : null));
		await suppress(
			box.ctx.database,
			OWNER,
			{ target: "eve@example.net", source: "manual", reason: null },
			{ now: new Date(now) },
		);
		const people = ["bob", "cyd", "eve"].map((name) => ({ name: "", email: `${name}@example.net` }));
		const key = await start({ to: people, subject: "Three" });
		expect((await presentDraft(box.ctx, key)).suppressed).toEqual(["eve@example.net"]);
		await send(key);
		await later(11);
		const failed = await presentDraft(box.ctx, key);
		expect([failed.state, ...failed.recipients.map(({ address, state }) => `${address} ${state}`)]).toEqual([
			"partially_sent",
			"bob@example.net accepted",
			"cyd@example.net rejected",
			"eve@example.net suppressed",
		]);
		expect(failed.problem).toContain("Mailbox full");
		await reopenDraft(box.ctx, key);
		expect((await presentDraft(box.ctx, key)).to.map(({ email }) => email)).toEqual([
			"cyd@example.net",
			"eve@example.net",
		]);
		sink.refuseRecipients(() => null);
		await send(key);
		await later(11);
		expect(sink.received.map((mail) => mail.to)).toEqual([["bob@example.net"], ["cyd@example.net"]]);
	});
});
