import { expect, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { testInstall } from "#test/database.ts";
import { secondClient, testMessage } from "#test/dovecot/account.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { signInAt, signUpAt, type TestUser } from "#test/server.ts";
import { killRounds, killTimeout } from "#test/soak.ts";
import { testIf } from "../../../../../fixtures/only-if.ts";
import { smartArchiveContract } from "../../contract.ts";

const ROUNDS = killRounds(2);
const PER_ROUND = 12;
const NAME = "ann@post.example";
const WITHIN = { timeout: 120_000, interval: 100 };

testIf(dovecotPath !== null)(
	"restores each email exactly once when killed repeatedly",
	async () => {
		const install = await testInstall();
		const dovecot = await startDovecot();
		const mailUser = await dovecot.addUser({ name: NAME });
		const env = { ALLOW_PRIVATE_HOSTS: "on" };
		const letters = Array.from({ length: ROUNDS * PER_ROUND }, (_, n) => `letter ${n} end`);
		let server: ServerProcess | null = await startProcess(install, env);
		let user: TestUser = await signUpAt(server.url, "ann@example.org");
		const hasEnded = (id: string) =>
			vi.waitFor(async () => {
				const { state, error } = await user.client(jobsContract).getJob({ params: { id } });
				expect({ state, error }).toEqual({ state: "done", error: null });
			}, WITHIN);
		try {
			const stored = letters.map((subject) => ({ raw: testMessage(subject), date: new Date(), flags: "S" }));
			await dovecot.load(mailUser.user, stored, "INBOX");
			const imap = { host: "localhost", security: "tls" as const, certificate: dovecot.certificate };
			const { account, job } = await user.client(accountsContract).connectImap({
				body: {
					...{ email: NAME, username: mailUser.user, password: mailUser.password },
					imap: { ...imap, port: dovecot.imapsPort },
					smtp: { ...imap, port: dovecot.submissionsPort },
				},
			});
			await hasEnded(job.id);

			// All emails are in a backup, and nowhere else.
			const plan = await user
				.client(plansContract)
				.createPlan({ body: { action: "trash", query: "letter", account: account.id } });
			expect(plan.count).toBe(letters.length);
			const { backup, job: writing } = await user
				.client(smartArchiveContract)
				.startBackup({ body: { plan: plan.id, title: "Letters" } });
			await hasEnded(writing.id);
			const client = await secondClient(dovecot, mailUser);
			const subjectsIn = async (folder: string): Promise<string[]> => {
				const lock = await client.getMailboxLock(folder, { readOnly: true });
				try {
					const found = await client.fetchAll("1:*", { envelope: true });
					return found.map(({ envelope }) => envelope?.subject ?? "").sort();
				} finally {
					lock.release();
				}
			};
			await vi.waitFor(async () => expect(await subjectsIn("Trash")).toHaveLength(letters.length), WITHIN);
			await dovecot.doveadm("expunge", "-u", NAME, "mailbox", "Trash", "all");

			const params = { id: backup.id };
			const restoring = await user.client(smartArchiveContract).startRestore({ params, body: {} });
			for (let round = 0; round < ROUNDS; round++) {
				const isThere = async (): Promise<number> => {
					// The client answers for the folder that it has open from memory.
					await client.noop();
					const status = (await client.status("Trash", { messages: true })) || { messages: 0 };
					return status.messages ?? 0;
				};
				const until = Math.min(letters.length - 1, (await isThere()) + 1 + Math.floor(Math.random() * PER_ROUND));
				await vi.waitFor(async () => expect(await isThere()).toBeGreaterThanOrEqual(until), {
					...WITHIN,
					interval: 2,
				});
				await server.kill();
				await expireLeases(install);
				server = await startProcess(install, env);
				user = await signInAt(server.url, "ann@example.org");
			}
			await hasEnded(restoring.job.id);
			await vi.waitFor(async () => expect(await subjectsIn("INBOX")).toEqual([...letters].sort()), WITHIN);
			expect(await client.status("Trash", { messages: true })).toMatchObject({ messages: 0 });
			client.close();
			const after = await user.client(smartArchiveContract).planRestore({ params, query: {} });
			expect(after).toMatchObject({ count: 0, there: letters.length, blocked: [] });
		} finally {
			await server?.stop();
			await dovecot.stop();
			await install.remove();
		}
	},
	killTimeout(ROUNDS),
);
