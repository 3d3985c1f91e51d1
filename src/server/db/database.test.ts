import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#test/database.ts";
import { isPostgres, testIf } from "../../../fixtures/only-if.ts";
import { lockDataDir } from "./lock.ts";

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;
let database: TestDatabase;
beforeEach(async () => {
	database = await testDatabase();
	await database.exec("create table counter (n int not null)", []);
	await database.exec("insert into counter values (0)", []);
});
afterEach(() => database.remove());

async function counter(): Promise<number> {
	const row = await database.one<{ n: number }>("select n from counter", []);
	return row!.n;
}

test("two hundred concurrent transactions on one row lose no update", async () => {
	const increment = () =>
		database.transaction(async () => {
			const row = await database.one<{ n: number }>("select n from counter for update", []);
			await database.exec("update counter set n = $1", [row!.n + 1]);
		});
	await Promise.all(Array.from({ length: 200 }, increment));
	expect(await counter()).toBe(200);
});

test("statements on an external PostgreSQL time out after a minute", async () => {
	const row = await database.one<{ statement_timeout: string }>("show statement_timeout", []);
	expect(row?.statement_timeout).toBe(database.embedded ? "0" : "1min");
});

test("a statement on an external PostgreSQL takes one process", async () => {
	if (database.embedded) return;
	const row = await database.one<{ workers: string }>(
		"select current_setting('max_parallel_workers_per_gather') as workers",
		[],
	);
	expect(row?.workers).toBe("0");
});

test("concurrent statements keep their own parameters, including large ones", async () => {
	const runQuery = async (i: number) => {
		const rows = await database.query<{ v: number; l: number }>(`select $1::int + ${i} as v, length($2) as l`, [
			i,
			"y".repeat((i % 20) * 10_000),
		]);
		return rows[0]!.v === 2 * i && rows[0]!.l === (i % 20) * 10_000;
	};
	const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => runQuery(i)));
	expect(answers.every(Boolean)).toBe(true);
});

test("concurrent failing queries, large queries and transactions do not mix up statements", async () => {
	await database.exec("create table pile (id bigint primary key, text text not null)", []);
	let over = false;
	const write = async (base: number) => {
		for (let i = 0; i < 25; i++)
			await database.transaction(async () => {
				await database.exec("insert into pile select * from unnest($1::bigint[], $2::text[])", [
					[base + i],
					["x".repeat(300_000)],
				]);
				await database.exec("select count(*) from pile where id > $1", [base]);
			});
	};
	const fail = async () => {
		while (!over) {
			await expect(database.query("insert into counter values ($1)", [null])).rejects.toThrow(/null value/);
			await expect(database.query("select $1::int / 0", [1])).rejects.toThrow(/division by zero/);
		}
	};
	const wrong: unknown[] = [];
	const read = async (k: number) => {
		for (let i = 0; !over; i++) {
			const one = await database.one<{ a: string }>(`select $1::text || '${k}' as a`, [`${i}-`]);
			const two = await database.one<{ b: number; c: string }>("select $1::bigint + 1 as b, $2::uuid::text as c", [
				i,
				"01a1f788-37b9-7432-8f8f-bec8017915aa",
			]);
			if (one?.a !== `${i}-${k}` || two?.b !== i + 1) wrong.push(one, two);
		}
	};
	const others = [fail(), fail(), ...[1, 2, 3, 4, 5, 6].map(read)];
	await Promise.all([write(0), write(1_000)]);
	over = true;
	await Promise.all(others);
	expect(wrong).toEqual([]);
	const row = await database.one<{ n: number }>("select count(*)::int as n from pile", []);
	expect(row!.n).toBe(50);
});

test("a transaction that throws rolls back, and its afterCommit hooks do not run", async () => {
	let after = 0;
	const work = database.transaction(async () => {
		database.afterCommit(() => after++);
		await database.exec("update counter set n = 9", []);
		throw new Error("no");
	});
	await expect(work).rejects.toThrow("no");
	expect(await counter()).toBe(0);
	expect(after).toBe(0);
});

testIf(isPostgres)("a connection that breaks in a transaction fails that transaction and nothing else", async () => {
	const work = database.transaction(async () => {
		await database.exec("update counter set n = 9", []);
		const own = await database.one<{ pid: number }>("select pg_backend_pid() as pid", []);
		await database.pool.query("select pg_terminate_backend($1)", [own?.pid]);
		await new Promise((resolve) => setTimeout(resolve, 200));
		await database.exec("select 1", []);
	});
	await expect(work).rejects.toThrow();
	expect(await counter()).toBe(0);
});

test("a statement belongs to the transaction that is open, wherever it is made", async () => {
	const count = () => database.exec("update counter set n = n + 1", []);
	const work = database.transaction(async () => {
		await count();
		await database.transaction(count);
		expect(await counter()).toBe(2);
		throw new Error("no");
	});
	await expect(work).rejects.toThrow("no");
	expect(await counter()).toBe(0);
});

test("a transaction whose part failed cannot commit, even if the failure is caught", async () => {
	const work = database.transaction(async () => {
		const part = database.transaction(async () => {
			await database.exec("update counter set n = 9", []);
			throw new Error("half done");
		});
		await part.catch(() => undefined);
	});
	await expect(work).rejects.toThrow("half done");
	expect(await counter()).toBe(0);
});

test("work that is not awaited runs outside once the transaction is over", async () => {
	const over = Promise.withResolvers<void>();
	let late: Promise<number> | undefined;
	const work = database.transaction(async () => {
		late = over.promise.then(() => database.exec("update counter set n = n + 1", []));
		throw new Error("no");
	});
	await expect(work).rejects.toThrow("no");
	over.resolve();
	expect(await late).toBe(1);
	expect(await counter()).toBe(1);
});

test("what waits for a commit runs at once where no transaction is open", async () => {
	const order: string[] = [];
	await database.transaction(async () => {
		database.afterCommit(() => void order.push("committed"));
		order.push("in it");
	});
	database.afterCommit(() => void order.push("at once"));
	expect(order).toEqual(["in it", "committed", "at once"]);
});

test("a statement has rows, a first row or a number of rows", async () => {
	expect(await database.query("select n from counter", [])).toEqual([{ n: 0 }]);
	expect(await database.one("select n from counter", [])).toEqual({ n: 0 });
	expect(await database.one("select n from counter where n = 5", [])).toBeUndefined();
	expect(await database.exec("update counter set n = 3", [])).toBe(1);
	expect(await database.exec("update counter set n = 4 where n = 0", [])).toBe(0);
});

test("a data folder in use is rejected with a message, and is free once its process is killed", async () => {
	const folder = mkdtempSync(join(tmpdir(), "mailstead-lock-"));
	const module = new URL("./lock.ts", import.meta.url).pathname;
	// The garbage collector runs, because it must not release the lock.
	const program = `import { lockDataDir } from ${JSON.stringify(module)}; lockDataDir(${JSON.stringify(folder)}); setImmediate(() => { gc(); process.send("held"); }); setInterval(() => {}, 1000);`;
	const child = spawn(
		process.execPath,
		["--disable-warning=ExperimentalWarning", "--expose-gc", "--input-type=module-typescript", "-e", program],
		{
			stdio: ["ignore", "inherit", "inherit", "ipc"],
		},
	);
	await once(child, "message");
	expect(() => lockDataDir(folder)).toThrow(
		new RegExp(`in use by another Mailstead process \\(process ${child.pid}\\)`),
	);
	child.kill("SIGKILL");
	await once(child, "exit");
	lockDataDir(folder)();
	rmSync(folder, { recursive: true });
});

test("every sequence belongs to a column, by which a backup finds it", async () => {
	const free = await database.query(
		`select relname from pg_class s where relkind = 'S'
			and not exists (select from pg_depend d where d.objid = s.oid and d.deptype in ('a', 'i'))`,
		[],
	);
	expect(free).toEqual([]);
});
