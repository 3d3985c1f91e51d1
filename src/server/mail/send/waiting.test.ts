import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import { newId } from "#shared/ids.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { sendModule } from "./module.ts";
import { sendMail, sendMailNow } from "./send-mail.ts";
import { listOutgoing } from "./store.ts";
import { connectMailbox, request } from "./testing.ts";

/** Sending through a server that accepts the connection and then says nothing. Nobody answers for incoming mail. */

const nowhere = { imapsPort: 1, submissionsPort: 1, certificate: "" };
const newUser = () => ({ user: newId(), password: "secret" });
const START = Date.UTC(2026, 10, 2, 10, 42);
const iso = (ms: number): string => new Date(ms).toISOString();

let install: Awaited<ReturnType<typeof testInstall>>;
let sink: SmtpSink;
beforeAll(async () => {
	install = await testInstall();
});
beforeEach(async () => {
	sink = await startSmtpSink();
	return () => sink.close();
});
afterAll(() => install.remove());

/** The message with this subject. */
async function find({ ctx }: TestMailbox, subject: string): Promise<OutgoingMessageView | undefined> {
	const { items } = await listOutgoing(ctx.database, OWNER, { limit: 100 });
	return items.find((one) => one.subject === subject);
}

describe("a message that waits for a silent server", () => {
	let box: TestMailbox;
	let account: string;
	let now: number;
	beforeEach(async () => {
		now = START;
		box = await openMailbox(install, { provider: imapProvider, isIdle: true, now: () => now });
		account = await connectMailbox(box, nowhere, newUser(), sink.port);
		return () => box.close();
	});
	const attempt = () => sendMailNow(box.ctx, request(account, account), new AbortController().signal);
	const waitsFor = (wait: string) =>
		vi.waitFor(async () => expect((await find(box, account))?.waiting).toMatchObject({ for: wait }), 10_000);

	test.each([
		["greeting", "answer"],
		["auth", "sign_in"],
		["mail", "acceptance"],
	] as const)("says since when and for what: silent at the %s, it waits for the %s", async (point, wait) => {
		sink.beSilentAt(point);
		const sending = attempt();
		await waitsFor(wait);
		now += 5_000;
		const waiting = { server: "127.0.0.1", for: wait, since: iso(START), retryAt: null };
		expect(await find(box, account)).toMatchObject({ state: "sending", waiting });
		sink.dropConnections();
		// The next try is a minute later.
		const retryAt = iso(START + 65_000);
		expect(await sending).toMatchObject({ state: "queued", waiting: { ...waiting, for: "retry", retryAt } });
	});

	test("waits for the confirmation from when the server has the message", async () => {
		sink.holdReplies();
		const sending = attempt();
		await waitsFor("confirmation");
		expect(await find(box, account)).toMatchObject({
			state: "sending",
			waiting: { server: "127.0.0.1", since: iso(START), retryAt: null },
		});
		sink.dropConnections();
		expect(await sending).toMatchObject({ state: "uncertain", waiting: null });
	});

	test("counts from the first of several tries, and says nothing once it is sent", async () => {
		sink.beSilentAt("greeting");
		for (const retryAfter of [60_000, 300_000]) {
			const sending = attempt();
			await waitsFor("answer");
			sink.dropConnections();
			const waiting = { for: "retry", since: iso(START), retryAt: iso(now + retryAfter) };
			expect((await sending).waiting).toMatchObject(waiting);
			now += retryAfter;
		}
		sink.beSilentAt(null);
		expect(await attempt()).toMatchObject({ state: "sent", waiting: null });
	});
});

test("does not claim to wait after the process was killed", async () => {
	const inside = async <T>(work: (box: TestMailbox) => Promise<T>): Promise<T> => {
		const box = await openMailbox(install, { provider: imapProvider, isIdle: true });
		try {
			return await work(box);
		} finally {
			await box.close();
		}
	};
	sink.beSilentAt("greeting");
	await inside(async (box) => {
		const account = await connectMailbox(box, nowhere, newUser(), sink.port);
		await sendMail(box.ctx, request(account, "killed"));
	});
	const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? "", "imap"];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	await vi.waitFor(() => expect(sink.connections()).toBe(1), 60_000);
	child.kill("SIGKILL");
	await once(child, "exit");
	await expireLeases(install);
	await inside(async (box) => {
		await sendModule.start?.(box.ctx);
		expect(await find(box, "killed")).toMatchObject({ state: "sending", waiting: null });
	});
}, 120_000);
