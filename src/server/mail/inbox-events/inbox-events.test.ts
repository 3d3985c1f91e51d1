import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause } from "#shared/pause.ts";
import type { TestInstall } from "#test/database.ts";
import { drainAtOnce } from "#test/drain-at-once.ts";
import { expireLeases } from "#test/expire-leases.ts";
import {
	importGenerated,
	OWNER,
	openMailbox,
	type TestMailbox,
	type TestReceiver,
	testInstall,
} from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import type { NewMail } from "../events/new-mail.ts";
import { publishInboxEvents } from "./publish.ts";

const COUNT = 450;

let install: TestInstall;
beforeEach(async () => {
	install = await testInstall();
});
afterEach(() => install.remove());

type Receivers = readonly TestReceiver[];

async function inside<T>(receivers: Receivers, work: (box: TestMailbox) => Promise<T>, isIdle = false): Promise<T> {
	const box = await openMailbox(install, { receivers, isIdle });
	try {
		return await work(box);
	} finally {
		await box.close();
	}
}

/** Inserts events as storing new mail does. */
async function arrive({ ctx }: TestMailbox, accountId: string): Promise<void> {
	await ctx.database.exec(
		"insert into inbox_events (owner_id, account_id, email_id) select owner_id, account_id, id from emails where account_id = $1",
		[accountId],
	);
}

const countPending = async ({ ctx }: TestMailbox): Promise<number> =>
	(await ctx.database.query("select 1 from inbox_events", [])).length;

async function oldestFirst({ ctx }: TestMailbox): Promise<string[]> {
	const rows = await ctx.database.query<{ id: string }>("select id from emails order by received_date, id", []);
	return rows.map((row) => row.id);
}

it("delivers all new mail to every receiver, oldest first and once", async () => {
	const delivered: [string, NewMail][] = [];
	const note = (name: string) => ({
		name,
		onNewMail: async (_: unknown, mail: NewMail) => void delivered.push([name, mail]),
	});
	await inside([note("first"), note("second")], async (box) => {
		const account = await importGenerated(box, { count: COUNT });
		expect(delivered).toEqual([]);
		await arrive(box, account);
		await Promise.all([publishInboxEvents(box.ctx, OWNER, account), publishInboxEvents(box.ctx, OWNER, account)]);
		await box.ctx.jobs.drain();
		const order = await oldestFirst(box);
		for (const name of ["first", "second"])
			expect(delivered.filter(([to]) => to === name).flatMap(([, mail]) => mail.ids)).toEqual(order);
		expect(delivered.map(([name]) => name).sort()).toEqual(["first", "first", "first", "second", "second", "second"]);
		expect(delivered.every(([, mail]) => mail.ownerId === OWNER && mail.accountId === account)).toBe(true);
		expect(await countPending(box)).toBe(0);
		await publishInboxEvents(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		expect(delivered).toHaveLength(6);
	});
});

it("waits for bodies, with a limit, and drops deleted messages", async () => {
	const delivered: string[] = [];
	const noting = { name: "noting", onNewMail: async (_: unknown, mail: NewMail) => void delivered.push(...mail.ids) };
	await inside([noting], async (box) => {
		const { database } = box.ctx;
		const account = await importGenerated(box, { count: 4 });
		const [complete = "", waiting = "", late = "", gone = ""] = await oldestFirst(box);
		await arrive(box, account);
		await database.exec("update emails set raw_sha256 = null where id = any($1::uuid[])", [[waiting, late]]);
		await database.exec("update inbox_events set arrived_at = now() - interval '16 minutes' where email_id = $1", [
			late,
		]);
		await database.exec("delete from emails where id = $1", [gone]);
		await publishInboxEvents(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		expect(delivered).toEqual([complete, late]);
		expect(await database.query("select email_id from inbox_events", [])).toEqual([{ email_id: waiting }]);
	});
});

it("redelivers after a failure, which does not affect other receivers", async () => {
	let failures = 1;
	const delivered: [string, number][] = [];
	const faulty = {
		name: "moody",
		async onNewMail(_: unknown, mail: NewMail) {
			if (failures-- > 0) throw new Error("not now");
			delivered.push(["moody", mail.ids.length]);
		},
	};
	const other = {
		name: "other",
		onNewMail: async (_: unknown, mail: NewMail) => void delivered.push(["other", mail.ids.length]),
	};
	await inside([faulty, other], async (box) => {
		const account = await importGenerated(box, { count: 3 });
		await arrive(box, account);
		await publishInboxEvents(box.ctx, OWNER, account);
		await drainAtOnce(box);
		expect(delivered).toEqual([
			["other", 3],
			["moody", 3],
		]);
		expect(await countPending(box)).toBe(0);
	});
});

it("delivers later mail to the others while one receiver fails, and to that one once it works", async () => {
	let isBroken = true;
	const delivered: [string, string[]][] = [];
	const receivers = [
		{
			name: "broken",
			async onNewMail(_: unknown, mail: NewMail) {
				if (isBroken) throw new Error("never");
				delivered.push(["broken", mail.ids]);
			},
		},
		{ name: "other", onNewMail: async (_: unknown, mail: NewMail) => void delivered.push(["other", mail.ids]) },
	];
	await inside(receivers, async (box) => {
		const batches: string[][] = [];
		const account = await importGenerated(box, { count: 9 });
		const ids = await oldestFirst(box);
		for (const batch of [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]) {
			await box.ctx.database.exec(
				"insert into inbox_events (owner_id, account_id, email_id) select $1, $2, unnest($3::uuid[])",
				[OWNER, account, batch],
			);
			await publishInboxEvents(box.ctx, OWNER, account);
			batches.push(batch);
			await vi.waitFor(() => expect(delivered.map(([, mail]) => mail)).toEqual(batches), 10_000);
		}
		expect(delivered.every(([name]) => name === "other")).toBe(true);
		isBroken = false;
		await drainAtOnce(box);
		expect(delivered.slice(3)).toEqual(batches.map((batch) => ["broken", batch]));
	});
});

it("loses nothing when its process is killed repeatedly", async () => {
	const noted = join(install.dataDir, "noted.txt");
	await writeFile(noted, "");
	const args = [...(await programArguments("jobs")), install.dataDir, install.databaseUrl ?? "", "mbox", noted];
	await inside([], async (box) => arrive(box, await importGenerated(box, { count: COUNT })));
	await inside(
		[{ name: "noting", onNewMail: async () => undefined }],
		async (box) => {
			const row = await box.ctx.database.one<{ account_id: string }>("select account_id from inbox_events limit 1", []);
			await publishInboxEvents(box.ctx, OWNER, row?.account_id ?? "");
		},
		true,
	);
	const lines = async (): Promise<string[]> => (await readFile(noted, "utf8")).split("\n").filter(Boolean);
	/** Until that many more are recorded; at the end, until all are. */
	for (const more of [20, 260, null]) {
		const noted = (await lines()).length;
		const isEnough = async (): Promise<boolean> => {
			const now = await lines();
			return more === null ? new Set(now).size === COUNT : now.length >= noted + more;
		};
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		while (!(await isEnough())) await pause(5);
		child.kill("SIGKILL");
		await once(child, "exit");
		await expireLeases(install);
	}
	expect(new Set(await lines()).size).toBe(COUNT);
	await inside([{ name: "noting", onNewMail: async () => undefined }], async (box) => {
		await box.ctx.jobs.drain();
		expect(await countPending(box)).toBe(0);
		const pending = await box.ctx.database.query(
			`select 1 from stream_events e where e.position is null or not exists (
				select from stream_cursors c where c.owner_id = e.owner_id and c.ordering_key = e.ordering_key
				and c.subscriber = 'noting' and c.position >= e.position and c.attempts = 0)`,
			[],
		);
		expect(pending).toEqual([]);
	});
});
