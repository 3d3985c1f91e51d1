import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { deliverNext } from "./deliver.ts";
import { sendMail } from "./send-mail.ts";
import { readOutgoing } from "./store.ts";
import { connectMailbox, request } from "./testing.ts";

const CAP = 8;
const people = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@example.net`);

describeIf(dovecotPath !== null)("the daily cap", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let dovecot: Dovecot;
	let sink: SmtpSink;
	let account: string;
	let now = Date.now();
	const { signal } = new AbortController();

	beforeAll(async () => {
		install = await testInstall();
		dovecot = await startDovecot();
		// Its jobs would send what the day has room for, too.
		box = await openMailbox(install, { provider: imapProvider, now: () => now, isIdle: true });
		box.ctx.config.sending = { messagesPerMinute: 1_000, recipientsPerDay: CAP };
	});
	beforeEach(async () => {
		sink = await startSmtpSink();
		account = await connectMailbox(box, dovecot, await dovecot.addUser(), sink.port);
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

	/** Has a message sent, as far as the limit allows. */
	async function send(name: string, count: number) {
		const { id } = await sendMail(box.ctx, request(account, name, people(count)));
		await deliverNext(box.ctx, { ownerId: OWNER, accountId: account }, signal, id);
		const { state, explanation } = await readOutgoing(box.ctx.database, OWNER, id);
		return { id, state, explanation };
	}
	const received = () => sink.received.reduce((sum, { to }) => sum + to.length, 0);

	it("refuses a message to more recipients than a day has room for", async () => {
		expect(await send("hundred", 100)).toMatchObject({
			state: "failed",
			explanation: expect.stringContaining("has 100 recipients, but this mailbox can send to 8 a day"),
		});
		expect(received()).toBe(0);
	});

	it("counts every recipient, and lets a message wait until the day has room for it", async () => {
		expect(await send("six", 6)).toMatchObject({ state: "sent" });
		// The rest was overdrawn: neither a small message nor another large one leaves.
		expect(await send("one", 1)).toMatchObject({ state: "queued" });
		const five = await send("five", 5);
		expect(five).toMatchObject({ state: "queued" });
		expect(received()).toBe(6);
		// An hour more than a day: the clock of the database, which counts, runs on while this one stands.
		now += 25 * 3_600_000;
		await box.ctx.database.exec(
			"update provider_budgets set counted_at = counted_at - interval '25 hours' where account_id = $1",
			[account],
		);
		await deliverNext(box.ctx, { ownerId: OWNER, accountId: account }, signal, five.id);
		expect(await readOutgoing(box.ctx.database, OWNER, five.id)).toMatchObject({ state: "sent" });
		expect(received()).toBe(11);
	});
});
