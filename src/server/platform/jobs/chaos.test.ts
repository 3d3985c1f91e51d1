import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import type { Action } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { accountOf, secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { randomNumbers } from "#test/random-numbers.ts";
import { sized } from "#test/soak.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { createPlan } from "../../mail/changes/plan.ts";
import { applyPlan } from "../../mail/changes/start.ts";
import { undoOperation } from "../../mail/changes/undo.ts";
import { sealCredentials } from "../../mail/sessions/credentials.ts";
import { countsAndRecounts } from "../../mail/store/testing.ts";
import { enqueueSync } from "../../mail/sync/job.ts";

/**
 * Kills workers at random while they sync and change mailboxes on a real mail server, which other clients change as
 * well; in the end every mailbox must equal its server. Small in `npm test`, larger in `npm run test:release` or with
 * CHAOS_ACCOUNTS, CHAOS_MESSAGES and CHAOS_SECONDS; CHAOS_SEED reproduces a run.
 */

const setting = (name: string, otherwise: number): number => Number(process.env[`CHAOS_${name}`] ?? otherwise);
const ACCOUNTS = setting("ACCOUNTS", sized(10, 50));
const MESSAGES = setting("MESSAGES", sized(12, 24));
const SECONDS = setting("SECONDS", sized(5, 60));
const SEED = setting("SEED", Math.floor(Math.random() * 1e9));
const WORKERS = 3;
const OWNERS = Math.min(10, ACCOUNTS);
/** Time after the last kill for leases to expire and everything to finish. */
const DEADLINE_MS = 120_000 + ACCOUNTS * MESSAGES * 20;

const ACTIONS: Action[] = [
	{ type: "mark_read", value: true },
	{ type: "mark_read", value: false },
	{ type: "star", value: true },
	{ type: "archive" },
	{ type: "trash" },
];

interface Mailbox {
	ownerId: string;
	accountId: string;
	user: MailUser;
}

const isPossible = process.env.TEST_DATABASE_URL !== undefined && dovecotPath !== null;

describeIf(isPossible)(`chaos (seed ${SEED})`, () => {
	const random = randomNumbers(SEED);
	const mailboxes: Mailbox[] = [];
	const workers: ServerProcess[] = [];
	let dovecot: Dovecot;
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;

	beforeAll(async () => {
		dovecot = await startDovecot();
		install = await testInstall();
		box = await openMailbox(install, { isIdle: true, provider: imapProvider });
		for (let n = 0; n < ACCOUNTS; n++) {
			const user = await dovecot.addUser({ name: `chaos${n}` });
			const mail = Array.from({ length: MESSAGES }, (_, i) => ({
				raw: testMessage(`Letter ${n}.${i}`),
				flags: i % 3 === 0 ? "S" : "",
			}));
			await dovecot.load(user.user, mail.slice(0, -4));
			await dovecot.load(user.user, mail.slice(-4), "Work");
			mailboxes.push({ ownerId: `owner-${n % OWNERS}`, accountId: newId(), user });
		}
		for (const { ownerId, accountId, user } of mailboxes) {
			const { settings, credentials } = accountOf(dovecot, user).account;
			await box.ctx.database.exec(
				"insert into connected_accounts (owner_id, id, provider, name, settings, credentials) values ($1, $2, 'imap', $3, $4, $5)",
				[
					ownerId,
					accountId,
					user.user,
					settings,
					sealCredentials(box.ctx.config, ownerId, accountId, credentials ?? {}),
				],
			);
		}
		for (let n = 0; n < WORKERS; n++) workers.push(await startWorker());
	}, 180_000);
	afterAll(async () => {
		for (const worker of workers) await worker.kill();
		await box?.close();
		await install?.remove();
		await dovecot?.stop();
	});

	const startWorker = () => startProcess(install, { ROLE: "worker", ALLOW_PRIVATE_HOSTS: "on", WORKER_SYNCS: "6" });

	async function killSome(until: number): Promise<number> {
		let kills = 0;
		// Workers start slowly on a busy machine.
		while (Date.now() < until || kills < 2) {
			await pause(1_000 + random(2_500));
			const index = random(WORKERS);
			await workers[index]?.kill();
			workers[index] = await startWorker();
			kills++;
		}
		return kills;
	}

	/** Changes some of the stored messages, and sometimes undoes a change. */
	async function changeHere(until: number): Promise<number> {
		const done: { ownerId: string; id: string }[] = [];
		while (Date.now() < until || done.length < 2) {
			await pause(100);
			const { ownerId, accountId } = mailboxes[random(ACCOUNTS)] as Mailbox;
			const rows = await box.ctx.database.query<{ id: string }>(
				"select id from emails where owner_id = $1 and account_id = $2 order by id limit 12 offset $3",
				[ownerId, accountId, random(MESSAGES)],
			);
			const action = ACTIONS[random(ACTIONS.length)] as Action;
			if (rows.length === 0) continue;
			const ids = rows.map((row) => row.id);
			const plan = await createPlan(box.ctx, ownerId, { action, ids, account: accountId, source: "inbox" }).catch(
				isExpected,
			);
			if (plan === null) continue;
			await applyPlan(box.ctx, ownerId, plan.id);
			done.push({ ownerId, id: plan.id });
			const earlier = done[random(done.length * 4)];
			if (earlier !== undefined) await undoOperation(box.ctx, earlier.ownerId, earlier.id).catch(isExpected);
		}
		return done.length;
	}

	/** Changes the mailboxes as another mail client would. */
	async function changeThere(until: number): Promise<void> {
		for (let n = 0; Date.now() < until; n++) {
			await pause(300);
			const { user } = mailboxes[random(ACCOUNTS)] as Mailbox;
			if (n % 2 === 0) {
				await dovecot.deliver(user.user, testMessage(`Late ${n}`));
				continue;
			}
			const client = await secondClient(dovecot, user);
			const { exists } = await client.mailboxOpen("INBOX");
			if (exists > 2) {
				await client.messageFlagsAdd(String(1 + random(exists)), ["\\Flagged"]);
				await client.messageMove(String(1 + random(exists)), "Work");
			}
			await client.logout();
		}
	}

	it(
		"leaves every mailbox equal to its server",
		async () => {
			for (const { ownerId, accountId } of mailboxes) await enqueueSync(box.ctx, ownerId, accountId);
			const until = Date.now() + SECONDS * 1000;
			const [kills, changes] = await Promise.all([killSome(until), changeHere(until), changeThere(until)]);
			expect(kills).toBeGreaterThan(1);
			expect(changes).toBeGreaterThan(1);
			await box.ctx.jobs.drain(DEADLINE_MS);
			for (const { ownerId, accountId } of mailboxes) await enqueueSync(box.ctx, ownerId, accountId);
			await box.ctx.jobs.drain(DEADLINE_MS);
			for (const mailbox of mailboxes) {
				const there = await atServer(mailbox);
				await vi.waitFor(async () => expect(await stored(mailbox)).toEqual(there), 20_000);
			}
			await expectNothingLeftOver();
		},
		SECONDS * 1000 + 3 * DEADLINE_MS,
	);

	/** Folder, Message-ID, seen and flagged of each message, sorted. */
	async function atServer({ user }: Mailbox): Promise<string[]> {
		const client = await secondClient(dovecot, user);
		const found: string[] = [];
		for (const { path } of await client.list()) {
			const { exists } = await client.mailboxOpen(path);
			if (exists === 0) continue;
			for await (const { envelope, flags } of client.fetch("1:*", { envelope: true, flags: true }))
				found.push(
					describeMessage(
						path,
						envelope?.messageId ?? "",
						flags?.has("\\Seen") === true,
						flags?.has("\\Flagged") === true,
					),
				);
		}
		await client.logout();
		return found.sort();
	}

	async function stored({ ownerId, accountId }: Mailbox): Promise<string[]> {
		const rows = await box.ctx.database.query<{
			folder_id: string;
			message_id: string;
			is_read: boolean;
			is_starred: boolean;
		}>("select folder_id, message_id, is_read, is_starred from emails where owner_id = $1 and account_id = $2", [
			ownerId,
			accountId,
		]);
		return rows.map((row) => describeMessage(row.folder_id, `<${row.message_id}>`, row.is_read, row.is_starred)).sort();
	}

	async function expectNothingLeftOver(): Promise<void> {
		const { database, blobs } = box.ctx;
		for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
		expect(await database.query("select id, state from operations where state in ('running', 'freezing')", [])).toEqual(
			[],
		);
		expect(await database.query("select email_id from operation_items where state = 'local'", [])).toEqual([]);
		expect(await database.query("select id, error from jobs where state = 'failed'", [])).toEqual([]);
		const rows = await database.query<{ account_id: string; raw_sha256: string | null; message_id: string }>(
			"select account_id, raw_sha256, message_id from emails",
			[],
		);
		for (const { account_id: accountId, raw_sha256: sha256, message_id: messageId } of rows) {
			const raw = sha256 === null ? null : await blobs.get(accountId, sha256);
			expect(Buffer.from(raw ?? []).toString()).toContain(`Message-ID: <${messageId}>`);
		}
	}
});

function describeMessage(folder: string, messageId: string, isRead: boolean, isStarred: boolean): string {
	return `${folder} ${messageId} ${isRead ? "read" : "unread"} ${isStarred ? "starred" : ""}`;
}

/** Errors that a user who acts late may get: nothing to change, or already undone. */
function isExpected(cause: { status?: number }): null {
	if (cause.status === undefined || cause.status >= 500) throw cause;
	return null;
}
