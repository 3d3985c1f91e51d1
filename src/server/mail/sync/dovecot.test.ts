import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { newId } from "#shared/ids.ts";
import type { TestInstall } from "#test/database.ts";
import { accountOf, secondClient } from "#test/dovecot/account.ts";
import { type Dovecot, type DovecotOptions, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { messageStates, OWNER, openMailbox, providerStates, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout, sized } from "#test/soak.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import { countsAndRecounts } from "../store/testing.ts";
import { indexedTexts } from "../text-index/testing.ts";
import { enqueueSync } from "./job.ts";
import { memoryMail } from "./testing.ts";

const INBOX = sized(250, 700);
const WORK = sized(50, 200);

const SERVERS: [name: string, options: DovecotOptions][] = [
	["with QRESYNC", {}],
	["without CONDSTORE", { without: ["CONDSTORE"] }],
];

describeIf(dovecotPath !== null).each(SERVERS)("a mailbox of a Dovecot %s", (_, options) => {
	let dovecot: Dovecot;
	let user: MailUser;
	let other: ImapFlow;
	let install: TestInstall;
	const accountId = newId();
	beforeAll(async () => {
		dovecot = await startDovecot(options);
		user = await dovecot.addUser();
		const mail = (from: number, count: number) =>
			Array.from({ length: count }, (__, i) => {
				const { raw, receivedAt } = memoryMail(from + i, {
					body: `${"Words and more words. ".repeat(200)}word${from + i}`,
				});
				return { raw, date: new Date(receivedAt), flags: i % 2 === 0 ? "S" : "" };
			});
		await dovecot.load(user.user, mail(1, INBOX));
		await dovecot.load(user.user, mail(INBOX + 1, WORK), "Work");
		other = await secondClient(dovecot, user);
		install = await testInstall();
		await inside(true, async ({ ctx }) => {
			const { settings, credentials } = accountOf(dovecot, user).account;
			await ctx.database.exec(
				"insert into connected_accounts (owner_id, id, provider, name, settings, credentials) values ($1, $2, 'imap', 'Post', $3, $4)",
				[OWNER, accountId, settings, sealCredentials(ctx.config, OWNER, accountId, credentials ?? {})],
			);
			await enqueueSync(ctx, OWNER, accountId);
		});
	});
	afterAll(async () => {
		other.close();
		await install.remove();
		await dovecot.stop();
	});

	/** Opens the mailbox, without claiming jobs when `isIdle`, and closes it afterwards. */
	async function inside<T>(isIdle: boolean, work: (box: TestMailbox) => Promise<T>): Promise<T> {
		const box = await openMailbox(install, { isIdle, provider: imapProvider });
		try {
			return await work(box);
		} finally {
			await box.close();
		}
	}

	async function runAndKill(ms: number): Promise<void> {
		const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? "", "imap"];
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		await once(child.stdout, "data");
		await new Promise((resolve) => setTimeout(resolve, ms));
		child.kill("SIGKILL");
		await once(child, "exit");
		await expireLeases(install);
	}

	/** The store matches the server, all words are indexed, and all counts are right. */
	async function expectEqual(box: TestMailbox, count: number): Promise<void> {
		await box.ctx.jobs.drain();
		const stored = await messageStates(box);
		expect(Object.keys(stored)).toHaveLength(count);
		expect(await providerStates(box, accountId)).toEqual(stored);
		const rows = await query<{ id: string; message_id: string; raw_sha256: string }>(
			box,
			"select id, message_id, raw_sha256 from emails where account_id = $1",
		);
		const texts = await indexedTexts(box.ctx.database, accountId);
		expect(rows).toHaveLength(count);
		for (const { id, message_id: messageId, raw_sha256: sha256 } of rows) {
			expect(texts.get(id)?.lexemes).toContain(`'word${messageId.split("@")[0]}'`);
			const raw = await box.ctx.blobs.get(accountId, sha256);
			expect(Buffer.from(raw ?? []).toString()).toContain(`Message-ID: <${messageId}>`);
		}
		for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	}

	const query = <R extends object>({ ctx }: TestMailbox, sql: string) => ctx.database.query<R>(sql, [accountId]);

	it(
		"is complete after its first sync was killed repeatedly",
		async () => {
			for (let i = 0; i < killRounds(1); i++) await runAndKill(Math.round(50 + Math.random() * 700));
			await inside(false, (box) => expectEqual(box, INBOX + WORK));
		},
		killTimeout(killRounds(1)),
	);

	it("follows moves, deletions and flag changes made by another client, and keeps the rows of moved messages", async () => {
		await inside(false, async (box) => {
			const rowsOf = () =>
				query<{ id: string; message_id: string }>(box, "select id, message_id from emails where account_id = $1");
			const before = new Map((await rowsOf()).map((row) => [row.message_id, row.id]));
			await other.mailboxOpen("INBOX");
			await other.messageMove("1:20", "Work");
			await other.messageDelete("1:5");
			await other.messageFlagsAdd("1:10", ["\\Flagged"]);
			// Dovecot disconnects clients in a folder that is recreated, once they look.
			await other.mailboxClose();
			const { result } = await sync(box);
			expect(result).toMatchObject({ added: 0, removed: 5, bodies: 0 });
			await expectEqual(box, INBOX + WORK - 5);
			for (const row of await rowsOf()) expect(row.id).toBe(before.get(row.message_id));
		});
	});

	it("matches its messages again after the server recreated a folder", async () => {
		await inside(false, async (box) => {
			const idsOf = async () =>
				(await query<{ id: string }>(box, "select id from emails where account_id = $1 order by id")).map(
					({ id }) => id,
				);
			const before = await idsOf();
			await dovecot.doveadm("mailbox", "update", "-u", user.user, "--uid-validity", "77", "INBOX");
			const { result } = await sync(box);
			expect(result).toMatchObject({ bodies: 0, removed: 0 });
			await expectEqual(box, INBOX + WORK - 5);
			expect(await idsOf()).toEqual(before);
		});
	});

	it("shows a folder that another client deleted no more after the next sync", async () => {
		await inside(false, async (box) => {
			const folders = async () =>
				(await query<{ id: string }>(box, "select id from email_folders where account_id = $1")).map(({ id }) => id);
			expect(await folders()).toContain("Work");
			const work = await other.status("Work", { messages: true });
			await other.mailboxOpen("INBOX");
			await other.mailboxDelete("Work");
			await sync(box);
			await expectEqual(box, INBOX + WORK - 5 - (work ? (work.messages ?? 0) : 0));
			expect(await folders()).not.toContain("Work");
			expect(await folders()).toContain("INBOX");
		});
	});

	async function sync(box: TestMailbox) {
		const { id } = await enqueueSync(box.ctx, OWNER, accountId);
		await box.ctx.jobs.drain();
		return box.ctx.jobs.get(OWNER, id);
	}
});
