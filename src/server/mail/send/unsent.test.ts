import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { deliverNext } from "./deliver.ts";
import { sendMail, sendMailNow } from "./send-mail.ts";
import { readOutgoing, recordSubmission } from "./store.ts";
import { allowAddress, findSuppressed, suppress } from "./suppressions.ts";
import { connectMailbox, request } from "./testing.ts";
import { retryNow, withdrawOutgoing } from "./unsent.ts";

/** What a user can do about messages that have not left. Nobody answers for incoming mail. */

const nowhere = { imapsPort: 1, submissionsPort: 1, certificate: "" };
const HOUR_MS = 3_600_000;

let install: Awaited<ReturnType<typeof testInstall>>;
let sink: SmtpSink;
let box: TestMailbox;
let account: string;
let now: number;
beforeAll(async () => {
	install = await testInstall();
	now = Date.now();
	box = await openMailbox(install, { provider: imapProvider, isIdle: true, now: () => now });
});
beforeEach(async () => {
	sink = await startSmtpSink();
	account = await connectMailbox(box, nowhere, { user: newId(), password: "secret" }, sink.port);
	return () => sink.close();
});
afterAll(async () => {
	await box.close();
	await install.remove();
});

const sendNow = (to?: string[]) => sendMailNow(box.ctx, request(account, account, to), new AbortController().signal);
const read = (id: string) => readOutgoing(box.ctx.database, OWNER, id);
const withdraw = (id: string) =>
	box.ctx.database.transaction(() => withdrawOutgoing(box.ctx.database, OWNER, { id, now: new Date(now) }));
/** Takes what is due, as the job does. */
const runDue = async () => {
	while ((await deliverNext(box.ctx, { ownerId: OWNER, accountId: account }, new AbortController().signal)) !== null);
};

test("a message whose server asks to wait says when it is tried again, and can be tried now", async () => {
	sink.refuse("450 4.2.0 Busy");
	const { id, ...waiting } = await sendNow();
	expect(waiting).toMatchObject({ state: "queued", nextTryAt: new Date(now + 60_000).toISOString() });
	expect(waiting.explanation).toContain("Busy");
	sink.refuse(null);
	await runDue();
	expect(sink.received).toEqual([]);
	await retryNow(box.ctx, OWNER, id);
	await runDue();
	expect(await read(id)).toMatchObject({ state: "sent", nextTryAt: null });
	expect(sink.received.length).toBe(1);
	await expect(retryNow(box.ctx, OWNER, id)).rejects.toMatchObject({ code: "not-waiting" });
	await expect(retryNow(box.ctx, "owner-2", id)).rejects.toMatchObject({ status: 404 });
});

test("trying more often does not give up sooner", async () => {
	sink.refuse("450 4.2.0 Busy");
	const { id } = await sendNow();
	for (let times = 0; times < 12; times++) {
		await retryNow(box.ctx, OWNER, id);
		await runDue();
	}
	expect(await read(id)).toMatchObject({ state: "queued" });
	for (let hour = 0; hour < 26; hour++) {
		now += HOUR_MS;
		await runDue();
	}
	expect(await read(id)).toMatchObject({ state: "failed", nextTryAt: null });
});

test("a message that is taken back while its server is silent is never sent", async () => {
	sink.beSilentAt("mail");
	const sending = sendNow();
	const [row] = await vi.waitFor(async () => {
		const rows = await box.ctx.database.query<{ id: string }>(
			"select id from outgoing_messages where account_id = $1 and waiting_for = 'acceptance'",
			[account],
		);
		expect(rows.length).toBe(1);
		return rows;
	}, 10_000);
	expect(await withdraw(row?.id ?? "")).toEqual([]);
	// The attempt asks before it hands the message over.
	const key = { ownerId: OWNER, accountId: account, id: row?.id ?? "" };
	expect(await recordSubmission(box.ctx.database, key, { attempt: 1, reference: null, now: new Date(now) })).toBe(
		false,
	);
	sink.beSilentAt(null);
	sink.dropConnections();
	expect(await sending).toMatchObject({ state: "failed" });
	now += 48 * HOUR_MS;
	await runDue();
	expect(sink.received).toEqual([]);
});

test("one that some have got is taken back from the others only; one that was sent is not", async () => {
	sink.refuseRecipients((address) => (address.startsWith("cyd@") ? "451 4.7.1 Greylisted" : null));
	const { id } = await sendNow(["bob@example.net", "cyd@example.net"]);
	expect(await withdraw(id)).toEqual(["bob@example.net"]);
	expect(await read(id)).toMatchObject({ state: "partially_sent", nextTryAt: null });
	sink.refuseRecipients(() => null);
	now += 48 * HOUR_MS;
	await runDue();
	expect(sink.received.map((mail) => mail.to)).toEqual([["bob@example.net"]]);
	expect(await withdraw(id)).toBe(null);
	const other = await sendMail(box.ctx, request(account, `${account} other`));
	expect(
		await box.ctx.database.transaction(() =>
			withdrawOutgoing(box.ctx.database, "owner-2", { id: other.id, now: new Date(now) }),
		),
	).toBe(null);
});

test("an address is allowed by removing whatever suppresses it", async () => {
	const { database } = box.ctx;
	for (const [owner, target] of [
		[OWNER, "eve@sub.blocked.example"],
		[OWNER, "blocked.example"],
		[OWNER, "other.example"],
		["owner-2", "blocked.example"],
	] as const)
		await suppress(database, owner, { target, source: "manual", reason: null }, { now: new Date(now) });
	expect(await allowAddress(database, OWNER, "Eve@sub.blocked.example")).toEqual([
		"blocked.example",
		"eve@sub.blocked.example",
	]);
	const addresses = ["eve@sub.blocked.example", "x@other.example"];
	expect([...(await findSuppressed(database, OWNER, addresses)).keys()]).toEqual(["x@other.example"]);
	expect([...(await findSuppressed(database, "owner-2", addresses)).keys()]).toEqual(["eve@sub.blocked.example"]);
});
