import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { createLeases, type WatchLeases } from "./leases.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
	await database.exec("truncate connected_accounts, account_watches, watchers", []);
});

async function connect(count: number, provider = "imap"): Promise<string[]> {
	const ids = Array.from({ length: count }, () => newId());
	await database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) select 'owner', id, $2, id::text from unnest($1::uuid[]) as i (id)",
		[ids, provider],
	);
	return ids;
}

/** Workers that have registered. */
async function workers(count: number): Promise<(WatchLeases & { id: string })[]> {
	const ids = Array.from({ length: count }, () => newId());
	const all = ids.map((id) => ({ id, ...createLeases(database, id, ["imap"]) }));
	for (const one of all) await one.renew();
	return all;
}

async function balance(all: readonly WatchLeases[]): Promise<void> {
	for (const one of all) await one.release();
	for (const one of all) await one.claim();
}

const counts = (all: readonly WatchLeases[]) => Promise.all(all.map(async (one) => (await one.assigned()).length));

async function die(id: string): Promise<void> {
	await database.exec("update watchers set lease_until = now() - interval '1 second' where id = $1", [id]);
}

it("assigns every account to exactly one worker, however many claim at once", async () => {
	const ids = await connect(31);
	await connect(3, "mbox");
	const all = await workers(4);
	await Promise.all(all.map((one) => one.claim()));
	await balance(all);
	const assigned = (await Promise.all(all.map((one) => one.assigned()))).flat().map(({ accountId }) => accountId);
	expect(assigned.sort()).toEqual(ids.sort());
	expect((await counts(all)).sort((a, b) => a - b)).toEqual([7, 8, 8, 8]);
});

it("rebalances when a worker starts, stops or crashes", async () => {
	await connect(12);
	const [first, second, third] = await workers(3);
	if (first === undefined || second === undefined || third === undefined) throw new Error("three are asked for");
	await balance([first, second, third]);
	expect(await counts([first, second, third])).toEqual([4, 4, 4]);
	await die(second.id);
	await first.release();
	expect(await first.claim()).toEqual({ claimed: 2, takeovers: 2 });
	await third.claim();
	expect(await counts([first, third])).toEqual([6, 6]);
	await third.releaseAll();
	await first.renew();
	expect(await first.claim()).toEqual({ claimed: 6, takeovers: 0 });
	const [late] = await workers(1);
	if (late === undefined) throw new Error("one is asked for");
	await balance([first, late]);
	expect(await counts([first, late])).toEqual([6, 6]);
});

it("releases accounts that need to sign in, and claims them again afterwards", async () => {
	const [id] = await connect(2);
	const [worker] = await workers(1);
	if (worker === undefined) throw new Error("one is asked for");
	await worker.claim();
	await database.exec("update connected_accounts set status = 'needs_sign_in' where id = $1", [id]);
	expect(await worker.assigned()).toHaveLength(1);
	await worker.release();
	await database.exec("update connected_accounts set status = 'connected' where id = $1", [id]);
	expect(await worker.assigned()).toHaveLength(1);
	await worker.claim();
	expect(await worker.assigned()).toHaveLength(2);
});

it("polls each account when it is due, longest waiting first", async () => {
	const [a, b, c] = await connect(3);
	const [worker] = await workers(1);
	if (worker === undefined) throw new Error("one is asked for");
	await worker.claim();
	const order = [b, c, a];
	for (const [minutes, id] of order.entries())
		await database.exec(
			"update account_watches set poll_at = now() - make_interval(mins => $2) where account_id = $1",
			[id, order.length - minutes],
		);
	expect((await worker.due([], 2)).map(({ accountId }) => accountId).sort()).toEqual([b, c].sort());
	expect((await worker.due([], 2)).map(({ accountId }) => accountId)).toEqual([a]);
	expect(await worker.due([], 2)).toEqual([]);
	const next = async (id: string | undefined): Promise<number> => {
		const row = await database.one<{ seconds: number }>(
			"select extract(epoch from poll_at - now())::float8 as seconds from account_watches where account_id = $1",
			[id],
		);
		return row?.seconds ?? 0;
	};
	const soon = await next(a);
	await database.exec("update account_watches set poll_at = now() - interval '1 minute' where account_id = $1", [a]);
	await worker.due([a ?? ""], 2);
	expect(await next(a)).toBeGreaterThan(soon * 2);
});
