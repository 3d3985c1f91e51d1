import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createDraft, discardDraft, restoreDraft } from "./drafts.ts";
import { finishSent } from "./finish.ts";
import { presentDraft, presentDrafts, presentOutbox } from "./present.ts";
import { reopenDraft, sendDraft, sendTask } from "./send-draft.ts";

/** Messages that were sent and have not left: what is said of them, and what can be done. */

const OTHER = "owner-2";

describeIf(dovecotPath !== null)("the outbox", () => {
	let dovecot: Dovecot;
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let sink: SmtpSink;
	let now: number;
	beforeAll(async () => {
		[install, dovecot] = await Promise.all([testInstall(), startDovecot()]);
		now = Date.now();
		box = await openMailbox(install, {
			...{ provider: imapProvider, now: () => now, subscriptions: [finishSent] },
			schedules: [sendTask as ScheduledTask<Context>],
		});
	});
	beforeEach(async () => {
		await box.ctx.database.exec("delete from drafts", []);
		sink = await startSmtpSink();
		return () => sink.close();
	});
	afterAll(async () => {
		await box.close();
		await dovecot.stop();
		await install.remove();
	});

	/** Sends a message whose server asks to wait for these recipients. */
	async function sendAndWait(ownerId: string, subject: string, names: string[], deferred = names) {
		sink.refuseRecipients((address) => (deferred.some((name) => address.startsWith(name)) ? "451 4.7.1 Later" : null));
		const accountId = await connectMailbox({ ctx: box.ctx, ownerId }, dovecot, await dovecot.addUser(), sink.port);
		const to = names.map((name) => ({ name: "", email: `${name}@example.net` }));
		const id = await createDraft(box.ctx, ownerId, { kind: "new", accountId, to, subject, text: "Hello" });
		await sendDraft(box.ctx, { ownerId, id }, { userName: "Ann" });
		now += 11_000;
		await startDue(box.ctx, [sendTask.name]);
		await box.ctx.jobs.drain();
		return { ownerId, id };
	}

	test("a waiting message has a reason and its next try, is counted, and is named once it has waited for five minutes", async () => {
		const key = await sendAndWait(OWNER, "Waiting", ["bob"]);
		const waiting = await presentDraft(box.ctx, key);
		expect(waiting).toMatchObject({ state: "sending", recipients: [{ state: "deferred", reply: "Later" }] });
		expect(waiting.problem).toContain("asked to try again later");
		expect(Date.parse(waiting.nextTryAt ?? "")).toBeGreaterThan(now);
		const scheduled = await createDraft(box.ctx, OWNER, { kind: "new", accountId: waiting.accountId, to: waiting.to });
		const sendAt = new Date(now + 3_600_000).toISOString();
		await sendDraft(box.ctx, { ownerId: OWNER, id: scheduled }, { userName: "Ann", sendAt });
		expect(await presentOutbox(box.ctx, OWNER)).toEqual({ waiting: 1, attention: 0, delayed: [] });
		now += 5 * 60_000;
		expect(await presentOutbox(box.ctx, OWNER)).toMatchObject({
			waiting: 1,
			delayed: [{ id: key.id, subject: "Waiting" }],
		});
		expect(await presentOutbox(box.ctx, OTHER)).toEqual({ waiting: 0, attention: 0, delayed: [] });
		await box.ctx.database.exec("update outgoing_messages set state = 'failed' where id = $1", [waiting.outgoingId]);
		expect(await presentOutbox(box.ctx, OWNER)).toEqual({ waiting: 0, attention: 1, delayed: [] });
		const { total } = await presentDrafts(box.ctx, OWNER, { section: "attention", limit: 1 });
		expect(total).toBe(1);
	});

	test("goes back to the drafts, is not sent then, and is sent to those alone who have not got it", async () => {
		const key = await sendAndWait(OWNER, "Back", ["bob", "cyd"], ["cyd"]);
		await reopenDraft(box.ctx, key);
		expect(await presentDraft(box.ctx, key)).toMatchObject({
			...{ state: "editing", problem: null, subject: "Back", to: [{ email: "cyd@example.net" }] },
		});
		sink.refuseRecipients(() => null);
		now += 3 * 86_400_000;
		await box.ctx.jobs.drain();
		expect(sink.received.map(({ to }) => to)).toEqual([["bob@example.net"]]);
		await sendDraft(box.ctx, key, { userName: "Ann" });
		now += 11_000;
		await startDue(box.ctx, [sendTask.name]);
		await box.ctx.jobs.drain();
		expect(sink.received.map(({ to }) => to)).toEqual([["bob@example.net"], ["cyd@example.net"]]);
		await expect(reopenDraft(box.ctx, key)).rejects.toMatchObject({ code: "already-sent" });
	});

	test("is canceled, and brought back as a draft", async () => {
		const key = await sendAndWait(OWNER, "Canceled", ["bob"]);
		await reopenDraft(box.ctx, key);
		await discardDraft(box.ctx, key);
		expect((await presentOutbox(box.ctx, OWNER)).waiting).toBe(0);
		await restoreDraft(box.ctx, key);
		expect(await presentDraft(box.ctx, key)).toMatchObject({ state: "editing", subject: "Canceled" });
	});
});
