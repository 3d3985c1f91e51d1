import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout } from "#test/soak.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { enqueueDue } from "./job.ts";
import { resolveByUser } from "./resolve.ts";
import { sendMail } from "./send-mail.ts";
import { connectMailbox, request } from "./testing.ts";

const ROUNDS = killRounds(2);
const ROUND_MS = 60_000;
const PER_ROUND = 12;

interface Row {
	id: string;
	subject: string;
	state: string;
}

testIf(dovecotPath !== null)(
	"delivers each message exactly once when killed repeatedly, or says that it is uncertain",
	async () => {
		const install = await testInstall();
		const dovecot = await startDovecot();
		const user = await dovecot.addUser();
		/** Opens the mailbox here (running jobs only when not idle) and closes it afterwards. */
		const inside = async <T>(
			isIdle: boolean,
			work: (box: TestMailbox) => Promise<T>,
			now: () => number = Date.now,
		): Promise<T> => {
			const box = await openMailbox(install, { provider: imapProvider, isIdle, now });
			try {
				return await work(box);
			} finally {
				await box.close();
			}
		};
		const rows = ({ ctx }: TestMailbox): Promise<Row[]> =>
			ctx.database.query<Row>("select id, subject, state from outgoing_messages order by id", []);
		const received = (subject: string): number =>
			dovecot.handedIn.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).length;
		try {
			const account = await inside(true, (box) => connectMailbox(box, dovecot, user, null));
			// Most of the time is spent where a kill leaves the outcome unknown.
			dovecot.delayReplies(25);
			await inside(true, async ({ ctx }) => {
				for (let index = 0; index < ROUNDS * PER_ROUND; index++)
					await sendMail(ctx, request(account, `message ${index} end`));
			});
			for (let round = 0; round < ROUNDS; round++) {
				const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? "", "imap"];
				const child = spawn(process.execPath, args, {
					stdio: ["ignore", "pipe", "inherit"],
				});
				await once(child.stdout, "data");
				const before = dovecot.handedIn.length;
				const until = before + Math.floor(Math.random() * PER_ROUND);
				const deadline = Date.now() + ROUND_MS;
				while (dovecot.handedIn.length <= until && Date.now() < deadline)
					await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
				child.kill("SIGKILL");
				await once(child, "exit");
				await expireLeases(install);
			}
			dovecot.delayReplies(0);
			const uncertain = await inside(false, async (box) => {
				const { ctx } = box;
				await enqueueDue(ctx);
				await ctx.jobs.drain(120_000);
				const all = await rows(box);
				expect(all).toHaveLength(ROUNDS * PER_ROUND);
				for (const { subject, state } of all) {
					expect([subject, state]).toEqual([subject, expect.stringMatching(/^(?:sent|uncertain)$/)]);
					if (state === "sent") expect([subject, received(subject)]).toEqual([subject, 1]);
					else expect(received(subject)).toBeLessThanOrEqual(1);
				}
				// The user finds out and decides.
				const open = all.filter(({ state }) => state === "uncertain");
				for (const { id, subject } of open)
					await resolveByUser(ctx, OWNER, id, received(subject) === 1 ? "mark_sent" : "send_again");
				await enqueueDue(ctx);
				await ctx.jobs.drain(120_000);
				for (const { subject, state } of await rows(box))
					expect([subject, state, received(subject)]).toEqual([subject, "sent", 1]);
				return open.length;
			});
			// At most one message per kill.
			expect(uncertain).toBeLessThanOrEqual(ROUNDS);
			// Copies of messages whose process was killed before it saved them are due a little later.
			const inAMinute = (): number => Date.now() + 60_000;
			await inside(
				false,
				async ({ ctx }) => {
					await enqueueDue(ctx);
					await ctx.jobs.drain(120_000);
				},
				inAMinute,
			);
			const client = await secondClient(dovecot, user);
			expect(await client.status("Sent", { messages: true })).toMatchObject({ messages: ROUNDS * PER_ROUND });
			client.close();
		} finally {
			await dovecot.stop();
			await install.remove();
		}
	},
	killTimeout(ROUNDS),
);
