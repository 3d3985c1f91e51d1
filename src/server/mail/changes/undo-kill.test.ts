import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ImapFlow } from "imapflow";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { newId } from "#shared/ids.ts";
import type { TestInstall } from "#test/database.ts";
import { secondClient, testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type DovecotOptions, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { type FaultyImap, startFaultyImap, type WireFault } from "#test/imap-faults/proxy.ts";
import {
	idsOf,
	messageStates,
	OWNER,
	openMailbox,
	providerStates,
	type TestMailbox,
	testInstall,
} from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { isSoak, killRounds, killTimeout, sized } from "#test/soak.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import type { Context } from "../../identity/auth/context.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import { enqueueSync, syncJob } from "../sync/job.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";

/**
 * The process is killed during an undo at a real server: before the server gets the command, after it has moved the
 * messages and nobody has heard so, and wherever else chance leads. No message is stored twice after any commit.
 */

const MESSAGES = 24;

const SERVERS: [name: string, options: DovecotOptions][] = [
	["that moves messages", {}],
	["that copies and removes them", { without: ["MOVE"] }],
	["without CONDSTORE", { without: ["CONDSTORE"] }],
];

describeIf(dovecotPath !== null).each(SERVERS.slice(0, sized(2, 3)))("an undo at a Dovecot %s", (_, options) => {
	let dovecot: Dovecot;
	let faulty: FaultyImap;
	let install: TestInstall;
	let user: MailUser;
	let other: ImapFlow;
	let accountId: string;
	beforeAll(async () => {
		dovecot = await startDovecot({ ...options, tls: false });
		faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
	});
	beforeEach(async () => {
		user = await dovecot.addUser();
		const mail = Array.from({ length: MESSAGES }, (__, i) => ({ raw: testMessage(`Message ${i} of ${user.user}`) }));
		await dovecot.load(user.user, mail);
		other = await secondClient(dovecot, user);
		install = await testInstall();
		accountId = newId();
		const server = { host: faulty.host, port: faulty.port, security: "none" };
		const settings = { email: `${user.user}@example.org`, username: user.user, imap: server, smtp: null, sieve: null };
		await inside(true, async ({ ctx }) => {
			await ctx.database.exec(
				"insert into connected_accounts (owner_id, id, provider, name, settings, credentials) values ($1, $2, 'imap', 'Post', $3, $4)",
				[OWNER, accountId, settings, sealCredentials(ctx.config, OWNER, accountId, { password: user.password })],
			);
			for (const statement of WATCH) await ctx.database.exec(statement, []);
		});
		return async () => {
			other.close();
			await install.remove();
		};
	});
	afterAll(async () => {
		await faulty.close();
		await dovecot.stop();
	});

	/** Opens the mailbox (running jobs only when not idle) and closes it afterwards. */
	async function inside<T>(isIdle: boolean, work: (box: TestMailbox) => Promise<T>): Promise<T> {
		const box = await openMailbox(install, { isIdle, provider: imapProvider });
		try {
			return await work(box);
		} finally {
			await box.close();
		}
	}

	/** Moves all messages to the trash, and starts an undo. @returns the states before */
	async function startUndo(): Promise<Record<string, unknown>> {
		const [before, operation] = await inside(false, async (box) => {
			await sync(box);
			const states = await messageStates(box);
			expect(Object.keys(states)).toHaveLength(MESSAGES);
			const ids = [...(await idsOf(box)).values()];
			const plan = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids, source: "inbox" });
			await applyPlan(box.ctx, OWNER, plan.id);
			await box.ctx.jobs.drain();
			await sync(box);
			return [states, plan.id] as const;
		});
		await inside(true, ({ ctx }) => undoOperation(ctx, OWNER, operation));
		return before;
	}

	/** Runs the undo in another process, and kills that once the moment has come. */
	async function runAndKill(moment: () => Promise<unknown>): Promise<void> {
		const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? "", "imap"];
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		await once(child.stdout, "data");
		await moment();
		child.kill("SIGKILL");
		await once(child, "exit");
		faulty.fail(null);
		faulty.cutAll();
		await expireLeases(install);
	}

	/** Store and server have each message once, where it was before; and the store never had one twice. */
	async function expectUndone(before: Record<string, unknown>): Promise<void> {
		await inside(false, async (box) => {
			await box.ctx.jobs.drain();
			await sync(box);
			expect(await messageStates(box)).toEqual(before);
			expect(await providerStates(box, accountId)).toEqual(before);
			expect(await box.ctx.database.query("select distinct message_id from stored_twice", [])).toEqual([]);
		});
		const counts = await Promise.all(["INBOX", "Trash"].map((name) => other.status(name, { messages: true })));
		expect(counts.map((status) => (status ? status.messages : null))).toEqual([MESSAGES, 0]);
	}

	const lostAnswer: WireFault = { what: "stall", from: "server", after: /COPYUID/ };
	/** Others in releases. */
	const usual = "after the server has it done, a sync being first";
	const moments: [string, WireFault, isSyncFirst: boolean][] = [
		["before the server got the command", { what: "stall", from: "client", after: /UID (?:MOVE|COPY)/ }, true],
		[usual, lostAnswer, true],
		["after the server has it done, the undo being first", lostAnswer, false],
	];

	it.each(moments.filter(([moment]) => isSoak || moment === usual))(
		"restores each message once when killed %s",
		async (__, fault, isSyncFirst) => {
			const before = await startUndo();
			const faults = faulty.faults();
			faulty.fail(fault);
			await runAndKill(() => vi.waitFor(() => expect(faulty.faults()).toBe(faults + 1), 60_000));
			if (isSyncFirst) await inside(true, (box) => syncOnce(box, accountId));
			await expectUndone(before);
		},
		120_000,
	);

	it.runIf(isSoak)(
		"restores each message once when killed at any moment",
		async () => {
			for (let round = 0; round < killRounds(1); round++) {
				const before = await startUndo();
				const ms = Math.random() * 400;
				await runAndKill(() => new Promise((resolve) => setTimeout(resolve, ms)));
				await expectUndone(before);
			}
		},
		killTimeout(killRounds(1)),
	);
});

/** Notes each message that is stored twice at the end of a transaction. */
const WATCH = [
	"create table stored_twice (message_id text)",
	`create function note_twice() returns trigger language plpgsql as $$ begin
		insert into stored_twice select message_id from emails
			where owner_id = new.owner_id and message_id = new.message_id group by message_id having count(*) > 1;
		return null;
	end $$`,
	`create constraint trigger note_twice after insert or update on emails deferrable initially deferred
		for each row execute function note_twice()`,
];

async function sync({ ctx }: TestMailbox): Promise<void> {
	const account = await ctx.database.one<{ id: string }>("select id from connected_accounts", []);
	await enqueueSync(ctx, OWNER, account?.id ?? "");
	await ctx.jobs.drain();
}

/** One attempt of a sync, as a worker runs it, while the undo waits. */
function syncOnce({ ctx }: TestMailbox, accountId: string): Promise<unknown> {
	return (syncJob as JobKind<{ accountId: string }, Context>).run(ctx, {
		...{ id: newId(), ownerId: OWNER, accountId, input: { accountId }, attempt: 1, leaseId: "test-lease" },
		...{ previous: null, signal: new AbortController().signal, progress: () => undefined },
		yieldIfWaiting: async () => undefined,
	});
}
