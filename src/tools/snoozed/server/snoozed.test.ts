import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { undoOperation } from "#server/mail/changes/undo.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { MAX_LISTED, MAX_MESSAGES } from "../limits.ts";
import { isAnswered } from "./answers.ts";
import { mute } from "./mute.ts";
import { presentReminders } from "./present.ts";
import { remindOfSent } from "./remind.ts";
import { reminderUpdates } from "./reminder-updates.ts";
import { cancelReminder, dueTask, provideSnoozeEmail, returnNow, snooze } from "./snooze.ts";
import { remindersOf } from "./store.ts";

/** Snoozing, reminding and muting in a real IMAP mailbox. */

const HOUR_MS = 3_600_000;
const REQUESTER = { ownerId: OWNER, device: null };

describeIf(dovecotPath !== null)("mail that comes back", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let dovecot: Dovecot;
	let user: MailUser;
	let account: string;
	let now: number;
	const open = () =>
		openMailbox(install, {
			...{ provider: imapProvider, now: () => now, subscriptions: [reminderUpdates as never] },
			schedules: [dueTask as ScheduledTask<Context>],
		});
	beforeAll(async () => {
		install = await testInstall();
		dovecot = await startDovecot();
		now = Date.now();
		box = await open();
	});
	beforeEach(async () => {
		user = await dovecot.addUser();
		account = await connectMailbox(box, dovecot, user, null);
		await sync();
	});
	afterAll(async () => {
		await box.close();
		await dovecot.stop();
		await install.remove();
	});

	const sync = async (): Promise<void> => {
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
	};
	const later = async (ms: number): Promise<void> => {
		now += ms;
		await startDue(box.ctx, [dueTask.name]);
		await box.ctx.jobs.drain();
	};
	interface Mail {
		id: string;
		answers?: string;
		from?: string;
		fields?: string[];
		folder?: string;
		text?: string;
	}
	/** Stores a message on the mail server, and fetches it. @returns its id here */
	const deliver = async (mail: Mail) => {
		const { id, answers, from = "bob@example.net", fields = [], folder = "INBOX", text = "Which one?" } = mail;
		const client = await secondClient(dovecot, user);
		const lines = [`From: <${from}>`, `To: <${user.user}@example.org>`, `Message-ID: <${id}@example.net>`];
		if (answers !== undefined)
			lines.push(`In-Reply-To: <${answers}@example.net>`, `References: <${answers}@example.net>`);
		lines.push(
			`Subject: ${answers === undefined ? "" : "Re: "}Venue`,
			`Date: ${new Date(now).toUTCString()}`,
			...fields,
		);
		await client.append(folder, Buffer.from([...lines, "", text, ""].join("\r\n")), ["\\Seen"]);
		client.close();
		await sync();
		return (await row(`${id}@example.net`)).id;
	};
	const row = async (messageId: string) => {
		const found = await box.ctx.database.one<{ id: string; folder_role: string; is_read: boolean }>(
			"select id, folder_role, is_read from mail_messages_v1 where account_id = $1 and message_id = $2",
			[account, messageId],
		);
		if (found === undefined) throw new Error(`${messageId} is not stored`);
		return found;
	};
	const stateOf = async (id: string) => {
		const { folder_role: folder, is_read: isRead } = await row(`${id}@example.net`);
		return [folder, isRead];
	};
	const mine = async () => {
		const all = await allPages((cursor) => presentReminders(box.ctx, OWNER, { limit: MAX_LISTED, cursor }));
		return all.filter(({ accountId }) => accountId === account);
	};
	const snoozeFor = async (ids: string[], hours: number) => {
		const until = new Date(now + hours * HOUR_MS).toISOString();
		const made = await snooze(box.ctx, REQUESTER, { ids, until });
		await box.ctx.jobs.drain();
		return made;
	};

	test("a snoozed message leaves the inbox and returns on time, unread, also over a restart", async () => {
		const id = await deliver({ id: "one" });
		await snoozeFor([id], 3);
		expect(await stateOf("one")).toEqual(["archive", true]);
		expect(await mine()).toMatchObject([{ state: "waiting", email: { id } }]);
		await later(HOUR_MS);
		expect(await stateOf("one")).toEqual(["archive", true]);
		await box.close();
		box = await open();
		await later(2 * HOUR_MS);
		expect(await stateOf("one")).toEqual(["inbox", false]);
		expect(await mine()).toMatchObject([{ state: "returned", returnReason: "time", email: { id } }]);
		await sync();
		expect(await stateOf("one")).toEqual(["inbox", false]);
	});

	test("another tool can snooze an email with a note", async () => {
		const id = await deliver({ id: "asked" });
		const until = new Date(now + HOUR_MS).toISOString();
		const caller = { ownerId: OWNER, signal: AbortSignal.timeout(60_000) };
		await provideSnoozeEmail.run(box.ctx, caller, { emailId: id, until, note: "Write to Bob again" });
		await box.ctx.jobs.drain();
		expect(await stateOf("asked")).toEqual(["archive", true]);
		expect(await mine()).toMatchObject([{ state: "waiting", note: "Write to Bob again", email: { id } }]);
	});

	test("undo, and a move in another mail program, cancel it", async () => {
		const id = await deliver({ id: "two" });
		const { started } = await snoozeFor([id], 3);
		await undoOperation(box.ctx, OWNER, started?.operation.id ?? "");
		await box.ctx.jobs.drain();
		expect([await stateOf("two"), await mine()]).toEqual([["inbox", true], []]);
		await snoozeFor([id], 3);
		const client = await secondClient(dovecot, user);
		await client.mailboxOpen("Archive");
		await client.messageMove("1:*", "Trash");
		client.close();
		await sync();
		await later(4 * HOUR_MS);
		expect([await stateOf("two"), await mine()]).toEqual([["trash", true], []]);
	});

	test("a reply returns the conversation early, and a second snooze replaces the first", async () => {
		const id = await deliver({ id: "three" });
		await snoozeFor([id], 3);
		await snoozeFor([id], 5);
		expect(await mine()).toHaveLength(1);
		await later(4 * HOUR_MS);
		expect(await stateOf("three")).toEqual(["archive", true]);
		await deliver({ id: "three-b", answers: "three" });
		expect((await stateOf("three"))[0]).toBe("inbox");
		expect(await mine()).toMatchObject([{ state: "returned", returnReason: "reply" }]);
	});

	test("a reminder of a sent message is due when nobody answers, and ends with an answer", async () => {
		const from = `${user.user}@example.org`;
		const asked = await deliver({ id: "four", from, folder: "Sent" });
		const dueAt = () => new Date(now + 24 * HOUR_MS).toISOString();
		await remindOfSent(box.ctx, OWNER, { ids: [asked], dueAt: dueAt() });
		await deliver({ id: "four-b", answers: "four", fields: ["Auto-Submitted: auto-replied"] });
		await later(25 * HOUR_MS);
		expect(await mine()).toMatchObject([{ kind: "no_reply", state: "returned", email: { id: asked } }]);
		const second = await deliver({ id: "five", from, folder: "Sent" });
		await remindOfSent(box.ctx, OWNER, { ids: [second], dueAt: dueAt() });
		expect(await mine()).toHaveLength(2);
		await deliver({ id: "five-b", answers: "five" });
		await later(25 * HOUR_MS);
		expect(await mine()).toMatchObject([{ email: { id: asked } }]);
		const third = await deliver({ id: "seven", from, folder: "Sent" });
		await remindOfSent(box.ctx, OWNER, { ids: [third], dueAt: dueAt() });
		await deliver({ id: "seven-b", answers: "seven", from, folder: "Sent", text: "Never mind, solved." });
		await later(25 * HOUR_MS);
		expect(await mine()).toMatchObject([{ email: { id: asked } }]);
		const incoming = await deliver({ id: "six" });
		await expect(remindOfSent(box.ctx, OWNER, { ids: [incoming], dueAt: dueAt() })).rejects.toMatchObject({
			code: "not-sent",
		});
	});

	test("an answer is found behind any number of automatic replies", async () => {
		const asked = await deliver({ id: "long", from: `${user.user}@example.org`, folder: "Sent" });
		const automatic = ["Auto-Submitted: auto-replied"];
		for (const id of ["long-b", "long-c"]) await deliver({ id, answers: "long", fields: automatic });
		await remindOfSent(box.ctx, OWNER, { ids: [asked], dueAt: new Date(now + HOUR_MS).toISOString() });
		const [waiting] = await remindersOf(box.ctx.database, { ownerId: OWNER, accountId: account });
		if (waiting === undefined) throw new Error("There is no reminder");
		for (const page of [1, 2, 3]) expect(await isAnswered(box.ctx, OWNER, waiting, page)).toBe(false);
		await deliver({ id: "long-d", answers: "long" });
		for (const id of ["long-e", "long-f"]) await deliver({ id, answers: "long", fields: automatic });
		for (const page of [1, 2, 3]) expect(await isAnswered(box.ctx, OWNER, waiting, page)).toBe(true);
		expect(await mine()).toEqual([]);
	});

	test("later replies of a muted conversation skip the inbox", async () => {
		const id = await deliver({ id: "seven" });
		await mute(box.ctx, REQUESTER, [id]);
		await box.ctx.jobs.drain();
		await deliver({ id: "seven-b", answers: "seven" });
		await deliver({ id: "eight" });
		const folders = await Promise.all(["seven", "seven-b", "eight"].map(async (one) => (await stateOf(one))[0]));
		expect(folders).toEqual(["archive", "archive", "inbox"]);
	});

	const setAccess = (access: "full" | "read") =>
		box.ctx.database.query(
			"update connected_accounts set settings = settings || jsonb_build_object('access', $2::text) where id = $1",
			[account, access],
		);

	test("replies of muted conversations stay in a mailbox that cannot be changed, and other reminders still work", async () => {
		const id = await deliver({ id: "nine" });
		await mute(box.ctx, REQUESTER, [id]);
		const asked = await deliver({ id: "ten", from: `${user.user}@example.org`, folder: "Sent" });
		await remindOfSent(box.ctx, OWNER, { ids: [asked], dueAt: new Date(now + HOUR_MS).toISOString() });
		await box.ctx.jobs.drain();
		await setAccess("read");
		await deliver({ id: "nine-b", answers: "nine" });
		await deliver({ id: "ten-b", answers: "ten" });
		expect([(await stateOf("nine-b"))[0], await mine()]).toEqual(["inbox", []]);
	});

	test("what cannot be returned says why, stays due, and is returned once the mailbox can be changed", async () => {
		const id = await deliver({ id: "eleven" });
		const { reminders } = await snoozeFor([id], 3);
		const key = { ownerId: OWNER, id: reminders[0] ?? "" };
		await setAccess("read");
		await expect(returnNow(box.ctx, key)).rejects.toMatchObject({ code: "read-only" });
		expect(await mine()).toMatchObject([{ state: "returned", email: { id, folder: "archive" } }]);
		await expect(returnNow(box.ctx, key)).rejects.toMatchObject({ code: "read-only" });
		await setAccess("full");
		await returnNow(box.ctx, key);
		await box.ctx.jobs.drain();
		expect(await mine()).toMatchObject([{ state: "returned", email: { id, folder: "inbox" } }]);
		await expect(returnNow(box.ctx, key)).rejects.toMatchObject({ code: "already-returned" });
	});

	test("a second snooze names the one that it replaces, and keeps it when it fails", async () => {
		const id = await deliver({ id: "twelve" });
		await snoozeFor([id], 3);
		const [{ dueAt: first } = { dueAt: "" }] = await mine();
		const { reminders, replaced } = await snoozeFor([id], 5);
		expect(replaced).toEqual([{ ids: [id], until: first }]);
		for (const made of reminders) await cancelReminder(box.ctx, { ownerId: OWNER, id: made });
		for (const before of replaced) await snooze(box.ctx, REQUESTER, before);
		expect(await mine()).toMatchObject([{ state: "waiting", dueAt: first }]);
		const other = await deliver({ id: "other" });
		await setAccess("read");
		await expect(snoozeFor([id, other], 6)).rejects.toMatchObject({ code: "read-only" });
		expect(await mine()).toMatchObject([{ state: "waiting", dueAt: first }]);
		await later(4 * HOUR_MS);
		expect(await mine()).toMatchObject([{ state: "returned", returnReason: "time" }]);
	});

	test("a note comes back with its conversation, is kept when the time changes, and is replaced by another", async () => {
		const id = await deliver({ id: "noted" });
		const until = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
		await snooze(box.ctx, REQUESTER, { ids: [id], until: until(3), note: "Book the venue" });
		await box.ctx.jobs.drain();
		await snoozeFor([id], 4);
		expect(await mine()).toMatchObject([{ state: "waiting", note: "Book the venue" }]);
		const { reminders, replaced } = await snooze(box.ctx, REQUESTER, {
			ids: [id],
			until: until(5),
			note: "Pay the deposit",
		});
		expect(await mine()).toMatchObject([{ state: "waiting", note: "Pay the deposit" }]);
		// Undone, the earlier one is there again.
		for (const made of reminders) await cancelReminder(box.ctx, { ownerId: OWNER, id: made });
		for (const before of replaced) await snooze(box.ctx, REQUESTER, before);
		expect(await mine()).toMatchObject([{ state: "waiting", note: "Book the venue", dueAt: until(4) }]);
		await later(4 * HOUR_MS);
		expect(await mine()).toMatchObject([{ state: "returned", note: "Book the venue", email: { id, folder: "inbox" } }]);
		expect(await stateOf("noted")).toEqual(["inbox", false]);
	});

	test("reminds of several sent messages, or of none where one was not sent", async () => {
		const from = `${user.user}@example.org`;
		const ids = [await deliver({ id: "a", from, folder: "Sent" }), await deliver({ id: "b", from, folder: "Sent" })];
		const dueAt = new Date(now + HOUR_MS).toISOString();
		const incoming = await deliver({ id: "c" });
		const mixed = remindOfSent(box.ctx, OWNER, { ids: [...ids, incoming], dueAt });
		await expect(mixed).rejects.toMatchObject({ code: "not-sent" });
		expect(await mine()).toEqual([]);
		expect(await remindOfSent(box.ctx, OWNER, { ids, dueAt })).toHaveLength(2);
		await later(2 * HOUR_MS);
		expect(new Set((await mine()).map(({ state, email }) => `${state} ${email?.id}`))).toEqual(
			new Set(ids.map((id) => `returned ${id}`)),
		);
	});

	test("snoozes as many conversations as a request takes, and lists them all next to those of other kinds", async () => {
		const client = await secondClient(dovecot, user);
		for (let n = 0; n < MAX_MESSAGES; n++)
			await client.append(
				"INBOX",
				Buffer.from(
					`From: <bob@example.net>\r\nMessage-ID: <many-${n}@example.net>\r\nSubject: Offer ${n}\r\n\r\nHello\r\n`,
				),
				["\\Seen"],
			);
		client.close();
		await sync();
		const rows = await box.ctx.database.query<{ id: string }>(
			"select id from mail_messages_v1 where account_id = $1 and folder_role = 'inbox'",
			[account],
		);
		await snoozeFor(
			rows.map(({ id }) => id),
			3,
		);
		const sent = await deliver({ id: "thirteen", from: `${user.user}@example.org`, folder: "Sent" });
		await remindOfSent(box.ctx, OWNER, { ids: [sent], dueAt: new Date(now + 5 * HOUR_MS).toISOString() });
		const listed = await mine();
		expect(listed.filter(({ kind }) => kind === "snooze")).toHaveLength(MAX_MESSAGES);
		expect(listed.filter(({ kind }) => kind === "no_reply")).toHaveLength(1);
	}, 300_000);
});
