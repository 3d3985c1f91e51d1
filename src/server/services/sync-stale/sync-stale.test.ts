import { describe, expect, it } from "vitest";
import type { Account } from "#shared/contracts/accounts.ts";
import { notFound } from "../../errors.ts";
import type { MailContext } from "../../mail/context/context.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import { scanMailboxes, syncStale } from "./sync-stale.ts";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

const account = (id: string, given: Partial<Account> = {}, remote = true) =>
	({
		...{ id, name: `${id}@test`, status: "connected", syncStatus: "idle", lastSyncAt: ago(300) },
		...{ ...given, capabilities: { remote } },
	}) as Account;

/** A server whose syncs have the id of their mailbox. @param errors of syncs; null: it takes longer */
function serverWith(errors: Record<string, string | null> = {}) {
	const jobs = {
		enqueue: async (_: unknown, { accountId }: { accountId: string }) => ({ id: accountId, state: "queued" }),
		get: async (_: unknown, id: string) => {
			const error = errors[id];
			if (error === null) throw notFound("The job");
			return { id, state: error === undefined ? "done" : "failed", error };
		},
	};
	return { now: () => NOW, jobs } as unknown as MailContext;
}

const ids = (accounts: Account[]) => syncStale(serverWith(), "ada", accounts).then((jobs) => jobs.map(({ id }) => id));

describe("mailboxes that are not up to date", () => {
	it("were last synced a minute ago or earlier, never, or are being synced", async () => {
		const found = await ids([
			...[account("old", { lastSyncAt: ago(60) }), account("fresh", { lastSyncAt: ago(59) })],
			...[account("new", { lastSyncAt: null }), account("running", { lastSyncAt: ago(1), syncStatus: "syncing" })],
			account("failed", { lastSyncAt: ago(1), syncStatus: "failed", status: "error" }),
		]);
		expect(found).toEqual(["old", "new", "running", "failed"]);
	});

	it("can be synced", async () => {
		expect(await ids([account("file", {}, false), account("off", { status: "disconnected" })])).toEqual([]);
		expect(await ids([account("locked", { status: "needs_sign_in" })])).toEqual([]);
	});
});

describe("a scan", () => {
	async function scan(accounts: Account[], errors: Record<string, string | null> = {}) {
		const notes: string[] = [];
		const progress = ({ done, total, note }: Parameters<RunningJob<unknown>["progress"]>[0]) =>
			void notes.push(`${done}/${total} ${note}`);
		const job = { ownerId: "ada", signal: new AbortController().signal, progress } as unknown as RunningJob<unknown>;
		const result = await scanMailboxes(serverWith(errors), job, accounts, {
			steps: 2,
			scan: async ({ id }, step) => step(1, `Reading ${id}`),
		}).catch((cause: Error) => cause.message);
		return { result, notes };
	}

	it("waits for new mail of each mailbox, and goes on with those that take longer", async () => {
		const { result, notes } = await scan([account("a"), account("b")], { b: null });
		expect(result).toEqual({ stillSyncing: ["b@test"] });
		expect(notes).toEqual([
			...["0/4 Checking for new emails in a@test", "1/4 Reading a"],
			...["2/4 Checking for new emails in b@test", "3/4 Reading b", "4/4 null"],
		]);
	});

	it("ends with why syncs failed, once all mailboxes are scanned", async () => {
		const { result, notes } = await scan([account("a"), account("b", { status: "needs_sign_in" })], { a: "Refused." });
		expect(result).toBe("a@test: Refused. b@test: Sign in to this mailbox again to receive new emails.");
		expect(notes).toContain("3/4 Reading b");
		expect((await scan([account("a")], { a: "Refused." })).result).toBe("Refused.");
	});
});
