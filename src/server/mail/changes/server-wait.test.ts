import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { imapProvider } from "#providers/imap/provider.ts";
import { disconnectKeepingMail } from "#server/identity/settings/disconnect.ts";
import type { ServerWait } from "#shared/contracts/accounts.ts";
import type { Action } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import type { TestInstall } from "#test/database.ts";
import { testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
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
import { describeIf } from "../../../../fixtures/only-if.ts";
import { readConnection, writeConnection } from "../accounts/connection.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import { getAccount } from "../store/accounts.ts";
import { enqueueSync } from "../sync/job.ts";
import { operationDetail } from "./detail.ts";
import { createPlan } from "./plan.ts";
import { ATTEMPTS, runChange } from "./run.ts";
import { applyPlan } from "./start.ts";

/** Changes whose server accepts the connection and then says nothing, or cannot be reached. */

const START = Date.UTC(2026, 10, 2, 10, 42);
const HOST = "127.0.0.1";
const SILENT: WireFault = { what: "stall", from: "server", after: 0, times: 100 };
const UNREACHABLE: WireFault = { what: "cut", from: "server", after: 0, times: 100 };

describeIf(dovecotPath !== null)("changes that wait for their server", () => {
	let dovecot: Dovecot;
	let faulty: FaultyImap;
	let install: TestInstall;
	let box: TestMailbox;
	let accountId: string;
	/** Those of five messages. */
	let ids: string[];
	let now: number;
	beforeAll(async () => {
		dovecot = await startDovecot({ tls: false });
		faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
		install = await testInstall();
		const user = await dovecot.addUser();
		const mail = Array.from({ length: 5 }, (_, i) => ({ raw: testMessage(`Message ${i} of ${user.user}`) }));
		await dovecot.load(user.user, mail);
		accountId = newId();
		const server = { host: faulty.host, port: faulty.port, security: "none" };
		const settings = { email: `${user.user}@example.org`, username: user.user, imap: server, smtp: null, sieve: null };
		const syncing = await openMailbox(install, { provider: imapProvider });
		const { database, config, jobs } = syncing.ctx;
		await database.exec(
			"insert into connected_accounts (owner_id, id, provider, name, settings, credentials) values ($1, $2, 'imap', 'Post', $3, $4)",
			[OWNER, accountId, settings, sealCredentials(config, OWNER, accountId, { password: user.password })],
		);
		await enqueueSync(syncing.ctx, OWNER, accountId);
		await jobs.drain();
		await syncing.close();
	});
	beforeEach(async () => {
		now = START;
		faulty.fail(null);
		box = await openMailbox(install, { isIdle: true, provider: imapProvider, now: () => now });
		ids = [...(await idsOf(box)).values()];
		return () => {
			faulty.cutAll();
			return box.close();
		};
	});
	afterAll(async () => {
		await faulty.close();
		await dovecot.stop();
		await install.remove();
	});

	async function begin(chosen: string[], action: Action = { type: "trash" }): Promise<string> {
		const { id } = await createPlan(box.ctx, OWNER, { action, ids: chosen, source: "inbox" });
		await applyPlan(box.ctx, OWNER, id);
		return id;
	}
	/** One attempt of an operation's job. */
	const attempt = (operationId: string, number = 1) =>
		runChange(
			box.ctx,
			{
				...{ id: newId(), ownerId: OWNER, accountId, input: { operationId }, attempt: number, leaseId: newId() },
				...{ previous: null, signal: new AbortController().signal },
				progress: () => undefined,
				yieldIfWaiting: async () => undefined,
			},
			{ slowMs: 2 },
		);
	const ofAccount = async () => (await getAccount(box.ctx, OWNER, accountId)).waiting;
	const ofOperation = async (id: string) => (await operationDetail(box.ctx.database, OWNER, { id })).waiting;
	const waiting = (changes: number): ServerWait => ({ server: HOST, since: new Date(START).toISOString(), changes });

	it("say for which server, since when, and how many, until it answers", async () => {
		faulty.fail(SILENT);
		const first = await begin(ids.slice(0, 3));
		expect(await ofAccount()).toBeNull();
		const running = attempt(first);
		await vi.waitFor(async () => expect(await ofOperation(first)).toEqual(waiting(3)), 10_000);
		// It waits behind the first.
		const second = await begin(ids.slice(3));
		expect([await ofOperation(second), await ofAccount()]).toEqual([waiting(2), waiting(5)]);
		now += 60_000;
		faulty.cutAll();
		await expect(running).rejects.toThrow();
		faulty.fail(UNREACHABLE);
		await expect(attempt(first, 2)).rejects.toThrow();
		expect([await ofOperation(first), await ofAccount()]).toEqual([waiting(3), waiting(5)]);
		faulty.fail(null);
		expect(await attempt(first, 3)).toMatchObject({ applied: 3 });
		expect([await ofOperation(first), await ofOperation(second), await ofAccount()]).toEqual([null, null, null]);
		await attempt(second);
		expect(await providerStates(box, accountId)).toEqual(await messageStates(box));
	});

	it("say so when it cannot be reached, and no longer once they are given up", async () => {
		faulty.fail(UNREACHABLE);
		const id = await begin(ids, { type: "star", value: true });
		await expect(attempt(id)).rejects.toThrow();
		expect([await ofOperation(id), await ofAccount()]).toEqual([waiting(5), waiting(5)]);
		await expect(attempt(id, ATTEMPTS)).rejects.toThrow("couldn't be reached");
		expect([await ofOperation(id), await ofAccount()]).toEqual([null, null]);
		// What comes later does not wait since then.
		await begin(ids, { type: "star", value: true });
		expect(await ofAccount()).toBeNull();
	});

	it("say so when emails are to be deleted permanently", async () => {
		faulty.fail(UNREACHABLE);
		const id = await begin(ids.slice(0, 2), { type: "delete" });
		await expect(attempt(id)).rejects.toThrow();
		expect(await ofOperation(id)).toEqual(waiting(2));
		faulty.fail(null);
		await attempt(id);
		expect(await ofAccount()).toBeNull();
	});

	it("are made as soon as a sync shows that it responds again", async () => {
		const working = await openMailbox(install, { provider: imapProvider });
		try {
			faulty.fail(UNREACHABLE);
			const id = await begin(ids.slice(-2), { type: "star", value: false });
			const postpone = `update jobs set run_after = now() + interval '15 minutes'
				where input->>'operationId' = $1 and state = 'queued' and attempt = 1 and queue_position is null returning 1`;
			await vi.waitFor(async () => expect(await box.ctx.database.query(postpone, [id])).toHaveLength(1), 10_000);
			expect(await ofOperation(id)).toMatchObject({ changes: 2 });
			faulty.fail(null);
			await enqueueSync(working.ctx, OWNER, accountId);
			await vi.waitFor(async () => {
				expect(await operationDetail(box.ctx.database, OWNER, { id })).toMatchObject({ state: "done", applied: 2 });
			}, 10_000);
			expect(await ofAccount()).toBeNull();
		} finally {
			await working.close();
		}
	});

	it("wait no longer for a server that the user has replaced or disconnected", async () => {
		faulty.fail(UNREACHABLE);
		const id = await begin(ids.slice(-1), { type: "mark_read", value: true });
		await expect(attempt(id)).rejects.toThrow();
		expect(await ofAccount()).toEqual(waiting(1));
		const { credentials, ...stored } = await readConnection(box.ctx, OWNER, accountId);
		if (credentials === null) throw new Error("It has no credentials");
		const written = { ...stored, credentials };
		await box.ctx.database.transaction(() => writeConnection(box.ctx, OWNER, written));
		expect(await ofAccount()).toBeNull();
		await expect(attempt(id, 2)).rejects.toThrow();
		expect(await ofAccount()).toEqual(waiting(1));
		await disconnectKeepingMail(box.ctx, OWNER, accountId);
		expect([await ofOperation(id), await ofAccount()]).toEqual([null, null]);
		await expect(attempt(id, 3)).rejects.toThrow("disconnected");
		expect([await ofOperation(id), await ofAccount()]).toEqual([null, null]);
	});
});
