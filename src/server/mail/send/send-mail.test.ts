import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import type { Context } from "../../identity/auth/context.ts";
import { type EventStream, on } from "../../platform/event-streams/streams.ts";
import { mailBounced, mailReplied, mailSent } from "../events/streams.ts";
import { enqueueSync } from "../sync/job.ts";
import { enqueueDue } from "./job.ts";
import { recognizeResponses } from "./recognize.ts";
import { resolveByUser } from "./resolve.ts";
import { type SendRequest, sendMail, sendMailNow } from "./send-mail.ts";
import { readOutgoing } from "./store.ts";
import { findSuppressed, listSuppressions, removeSuppression, suppress } from "./suppressions.ts";
import { connectMailbox, request } from "./testing.ts";

/** Sending through a real mailbox: Dovecot has the folders, a sink receives what is sent. */

describeIf(dovecotPath !== null)("sending mail", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let dovecot: Dovecot;
	let sink: SmtpSink;
	let user: MailUser;
	let account: string;
	let now: number;
	const events: [stream: string, payload: { outgoingId: string }][] = [];
	const eventsAbout = (id: string) => events.filter(([, payload]) => payload.outgoingId === id);
	const { signal } = new AbortController();

	beforeAll(async () => {
		install = await testInstall();
		dovecot = await startDovecot();
		now = Date.now();
		const receivers = [{ name: "send.responses", onNewMail: recognizeResponses }];
		const record = <Payload extends { outgoingId: string }>(stream: EventStream<Payload>) =>
			on(stream, async (_: Context, list) => {
				for (const { payload } of list) events.push([stream.name, payload]);
			});
		const recorder = { name: "test.recorder", handlers: [record(mailSent), record(mailReplied), record(mailBounced)] };
		box = await openMailbox(install, {
			...{ provider: imapProvider, receivers, subscriptions: [recorder], now: () => now },
		});
	});
	beforeEach(async () => {
		sink = await startSmtpSink();
		user = await dovecot.addUser();
		account = await connectMailbox(box, dovecot, user, sink.port);
		return async () => {
			box.ctx.mailSessions.retire(account);
			await sink.close();
		};
	});
	afterAll(async () => {
		await box.close();
		await dovecot.stop();
		await install.remove();
	});

	const sendNow = (name: string, to?: string[], priority?: SendRequest["priority"]) =>
		sendMailNow(box.ctx, request(account, `${account} ${name}`, to, priority), signal);
	const statesOf = ({ state, recipients }: OutgoingMessageView) => [
		state,
		...recipients.map((one) => `${one.address} ${one.state}`),
	];
	/** Runs what is due after this many seconds. */
	const later = async (seconds: number): Promise<void> => {
		now += seconds * 1000;
		await enqueueDue(box.ctx);
		await box.ctx.jobs.drain();
	};
	const copiesIn = async (folder: string): Promise<number> => {
		const client = await secondClient(dovecot, user);
		try {
			const status = await client.status(folder, { messages: true }).catch(() => false as const);
			return status ? (status.messages ?? 0) : 0;
		} finally {
			client.close();
		}
	};
	const raws = async (): Promise<number> =>
		(
			await box.ctx.database.query("select 1 from outgoing_messages where account_id = $1 and raw is not null", [
				account,
			])
		).length;

	test("sends once per idempotency key, with the known Message-ID, and saves one copy in Sent", async () => {
		const twice = await Promise.all([sendNow("one"), sendNow("one")]);
		const again = await sendNow("one");
		for (const one of [...twice, again])
			expect([one.id, ...statesOf(one)]).toEqual([again.id, "sent", "bob@example.net accepted"]);
		expect(sink.received).toHaveLength(1);
		expect(sink.received[0]?.raw).toContain(`Message-ID: <${again.messageId}>`);
		expect(await copiesIn("Sent")).toBe(1);
		expect(await raws()).toBe(0);
	});

	test("saves the copies of several messages in a row, also when Sent was deleted in between", async () => {
		for (const name of ["one", "two", "three"]) await sendNow(name);
		expect(await copiesIn("Sent")).toBe(3);
		const client = await secondClient(dovecot, user);
		await client.mailboxDelete("Sent");
		client.close();
		for (const name of ["four", "five"]) await sendNow(name);
		await later(301);
		expect(await copiesIn("Sent")).toBe(2);
		expect(await raws()).toBe(0);
	});

	test("sends in the background once the transaction has committed, and nothing when it rolls back", async () => {
		const record = (name: string, fail: boolean) =>
			box.ctx.database.transaction(async () => {
				const recorded = await sendMail(box.ctx, request(account, `${account} ${name}`));
				if (fail) throw new Error("rolled back");
				return recorded;
			});
		await expect(record("never", true)).rejects.toThrow("rolled back");
		const { id } = await record("background", false);
		await box.ctx.jobs.drain();
		expect((await readOutgoing(box.ctx.database, OWNER, id)).state).toBe("sent");
		expect(sink.received).toHaveLength(1);
	});

	test("reports a partial refusal without sending again, and retries the deferred recipients alone", async () => {
		sink.refuseRecipients((address) => {
			if (address.startsWith("b@")) return "550 5.1.1 No such user";
			return address.startsWith("c@") ? "451 4.7.1 Greylisted" : null;
		});
		const to = ["a@example.net", "b@example.net", "c@example.net"];
		const first = await sendNow("three", to);
		expect(statesOf(first)).toEqual([
			"queued",
			"a@example.net accepted",
			"b@example.net rejected",
			"c@example.net deferred",
		]);
		expect(first.recipients[1]).toMatchObject({ status: "5.1.1", reply: "No such user" });
		expect(await copiesIn("Sent")).toBe(1);
		await sendNow("three", to);
		expect(sink.received).toHaveLength(1);
		sink.refuseRecipients(() => null);
		await later(61);
		const last = await readOutgoing(box.ctx.database, OWNER, first.id);
		expect(statesOf(last)).toEqual([
			"partially_sent",
			"a@example.net accepted",
			"b@example.net rejected",
			"c@example.net accepted",
		]);
		expect(last.explanation).toContain("No such user");
		expect(sink.received.map((mail) => mail.to)).toEqual([["a@example.net"], ["c@example.net"]]);
		expect([await copiesIn("Sent"), await raws()]).toEqual([1, 0]);
		await box.ctx.jobs.drain();
		expect(eventsAbout(first.id)).toMatchObject([
			["mail.sent", { accepted: ["a@example.net"], refused: [{ state: "rejected" }, { state: "deferred" }] }],
			["mail.sent", { accepted: ["c@example.net"], refused: [{ address: "b@example.net", status: "5.1.1" }] }],
		]);
		expect([...(await findSuppressed(box.ctx.database, OWNER, to)).keys()]).toEqual([]);
	});

	test.each([
		["interactive", []],
		["bulk", ["b@example.net"]],
	] as const)("suppresses an address that does not exist only for bulk mail: %s", async (priority, suppressed) => {
		sink.refuseRecipients((address) => (address.startsWith("b@") ? "550 5.1.1 No such user" : null));
		const to = ["a@example.net", "b@example.net"];
		expect(statesOf(await sendNow("refused", to, priority))).toEqual([
			"partially_sent",
			"a@example.net accepted",
			"b@example.net rejected",
		]);
		expect([...(await findSuppressed(box.ctx.database, OWNER, to)).keys()]).toEqual(suppressed);
		for (const target of suppressed) await removeSuppression(box.ctx.database, OWNER, target);
	});

	test("kind 4: an address is one recipient in all of its spellings, and suppressed in all (p12)", async () => {
		const { database } = box.ctx;
		const target = "ann@müller-x.example";
		await suppress(database, OWNER, { target, source: "manual", reason: null }, { now: new Date(now) });
		const to = ["Ann@xn--mller-x-n2a.example", target, "bob\u200e@example.net", "bob@Example.net"];
		expect(statesOf(await sendNow("spellings", to))).toEqual([
			"partially_sent",
			"ann@xn--mller-x-n2a.example suppressed",
			"bob@example.net accepted",
		]);
		expect(sink.received.map((mail) => mail.to)).toEqual([["bob@example.net"]]);
		expect(sink.received[0]?.raw).not.toMatch(/ann@|\u200e/);
		await removeSuppression(database, OWNER, target);
	});

	test("gives up on deferred recipients after about a day", async () => {
		sink.refuse("450 4.2.0 Busy");
		const { id } = await sendNow("busy");
		for (let hour = 0; hour < 30; hour++) await later(3_600);
		const last = await readOutgoing(box.ctx.database, OWNER, id);
		expect(statesOf(last)).toEqual(["failed", "bob@example.net deferred"]);
		expect(last.explanation).toContain("Busy");
		expect(sink.connections()).toBeLessThan(12);
		expect(await raws()).toBe(0);
	});

	test("sends nothing to suppressed addresses and domains, and names them in no header", async () => {
		const { database } = box.ctx;
		await suppress(
			database,
			OWNER,
			{ target: "*.Blocked.example", source: "manual", reason: "Asked" },
			{ now: new Date(now) },
		);
		await suppress(
			database,
			OWNER,
			{ target: "Eve@Example.net", source: "unsubscribe", reason: null },
			{ now: new Date(now) },
		);
		const to = ["eve@example.net", "x@sub.blocked.example", "bob@example.net"];
		expect(statesOf(await sendNow("some", to))).toEqual([
			...[
				"partially_sent",
				"bob@example.net accepted",
				"eve@example.net suppressed",
				"x@sub.blocked.example suppressed",
			],
		]);
		expect(sink.received.map((mail) => mail.to)).toEqual([["bob@example.net"]]);
		expect(sink.received[0]?.raw).not.toMatch(/eve@|blocked\.example/);
		const none = await sendNow("none", to.slice(0, 2));
		expect([none.state, none.explanation]).toEqual(["failed", "All recipients are on your suppression list."]);
		expect((await listSuppressions(database, OWNER, { limit: 10 })).items.map(({ target }) => target)).toEqual([
			"blocked.example",
			"eve@example.net",
		]);
		for (const target of ["blocked.example", "eve@example.net"]) await removeSuppression(database, OWNER, target);
	});

	test.each(["before", "after"] as const)(
		"is uncertain when the connection breaks %s the server took it, and never repeats",
		async (moment) => {
			sink.loseReplies(moment);
			const lost = await sendNow("lost");
			expect(lost.state).toBe("uncertain");
			sink.loseReplies(null);
			for (const seconds of [5, 20, 60, 600, 3_000, 3_000, 3_000]) await later(seconds);
			const last = await readOutgoing(box.ctx.database, OWNER, lost.id);
			expect([last.state, last.explanation]).toEqual([
				"uncertain",
				expect.stringContaining("It may have been delivered"),
			]);
			expect(sink.received).toHaveLength(moment === "after" ? 1 : 0);
			await resolveByUser(box.ctx, OWNER, lost.id, moment === "after" ? "mark_sent" : "send_again");
			await later(31);
			expect((await readOutgoing(box.ctx.database, OWNER, lost.id)).state).toBe("sent");
			expect([sink.received.length, await copiesIn("Sent"), await raws()]).toEqual([1, 1, 0]);
			await expect(resolveByUser(box.ctx, OWNER, lost.id, "send_again")).rejects.toMatchObject({
				code: "not-uncertain",
			});
		},
	);

	test("resolves an uncertain message by its copy in Sent", async () => {
		sink.loseReplies("after");
		const lost = await sendNow("filed");
		expect(lost.state).toBe("uncertain");
		sink.loseReplies(null);
		const client = await secondClient(dovecot, user);
		if (!(await client.list()).some(({ path }) => path === "Sent")) await client.mailboxCreate("Sent");
		await client.append("Sent", sink.received[0]?.raw ?? "", ["\\Seen"]);
		client.close();
		await later(15);
		expect((await readOutgoing(box.ctx.database, OWNER, lost.id)).state).toBe("sent");
		expect([sink.received.length, await copiesIn("Sent")]).toEqual([1, 1]);
	});

	test("tries an unreachable server again", async () => {
		await sink.close();
		const queued = await sendNow("offline");
		expect([queued.state, queued.explanation]).toEqual(["queued", expect.stringContaining("couldn't be reached")]);
		sink = await startSmtpSink();
		await box.ctx.database.exec(
			"update connected_accounts set settings = jsonb_set(settings, '{smtp,port}', to_jsonb($2::int)) where id = $1",
			[account, sink.port],
		);
		await later(61);
		expect((await readOutgoing(box.ctx.database, OWNER, queued.id)).state).toBe("sent");
		expect(sink.received).toHaveLength(1);
	});

	test.each([
		["interactive", []],
		["bulk", [["gone@example.net", "bounce"]]],
	] as const)("recognizes replies, out-of-office notices and delivery reports, once each: %s", async (...args) => {
		const [priority, bounced] = args;
		const sent = await sendNow("asked", ["bob@example.net", "gone@example.net"], priority);
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		const answer = (from: string, head: string[], body = "Thanks") =>
			[
				`From: ${from}`,
				`To: ${user.user}@example.org`,
				`Date: ${new Date(now).toUTCString()}`,
				...head,
				"",
				body,
				"",
			].join("\r\n");
		const refers = `In-Reply-To: <${sent.messageId}>`;
		await dovecot.deliver(user.user, answer("bob@example.net", [refers, "Subject: Re: asked", "Message-ID: <r1@x>"]));
		await dovecot.deliver(
			user.user,
			answer("bob@example.net", [
				refers,
				"Subject: Out of office",
				"Auto-Submitted: auto-replied",
				"Message-ID: <r2@x>",
			]),
		);
		await dovecot.deliver(user.user, answer("eve@example.net", ["Subject: Something else", "Message-ID: <r3@x>"]));
		await dovecot.deliver(user.user, answer("bob@example.net", [refers, "Subject: Unsubscribe", "Message-ID: <r4@x>"]));
		const bounce = [
			"This is a report.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n",
			"Final-Recipient: rfc822; gone@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown\r\n",
			`--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${sent.messageId}>\r\n--b--`,
		].join("\r\n");
		const multipart = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"';
		await dovecot.deliver(
			user.user,
			answer(
				"MAILER-DAEMON@mx.example.net",
				[multipart, "Subject: Undelivered", "Message-ID: <r5@x>"],
				`--b\r\n\r\n${bounce}`,
			),
		);
		await enqueueSync(box.ctx, OWNER, account);
		await vi.waitFor(
			async () => {
				await box.ctx.jobs.drain();
				const kinds = await box.ctx.database.query<{ kind: string }>(
					"select kind from outgoing_responses where outgoing_id = $1 order by kind",
					[sent.id],
				);
				expect(kinds.map(({ kind }) => kind)).toEqual(["auto_reply", "bounce", "reply", "reply"]);
			},
			{ timeout: 30_000, interval: 200 },
		);
		await box.ctx.jobs.drain();
		const [first, ...responses] = eventsAbout(sent.id);
		expect(first).toMatchObject(["mail.sent", { accountId: account, messageId: sent.messageId }]);
		const replied = { from: "bob@example.net", messageId: sent.messageId };
		expect(responses).toHaveLength(4);
		expect(responses).toEqual(
			expect.arrayContaining([
				["mail.replied", expect.objectContaining({ ...replied, isAutomatic: false })],
				["mail.replied", expect.objectContaining({ ...replied, isAutomatic: true })],
				[
					"mail.bounced",
					expect.objectContaining({
						recipients: [
							{ address: "gone@example.net", action: "failed", status: "5.1.1", diagnostic: "550 5.1.1 unknown" },
						],
					}),
				],
			]),
		);
		const after = await readOutgoing(box.ctx.database, OWNER, sent.id);
		expect(statesOf(after)).toEqual(["sent", "bob@example.net accepted", "gone@example.net bounced"]);
		const { items } = await listSuppressions(box.ctx.database, OWNER, { limit: 10 });
		expect(items.map(({ target, source }) => [target, source])).toEqual([
			["bob@example.net", "unsubscribe"],
			...bounced,
		]);
		for (const { target } of items) await removeSuppression(box.ctx.database, OWNER, target);
	});
});
