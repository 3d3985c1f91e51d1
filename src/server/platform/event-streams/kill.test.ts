import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { TestInstall } from "#test/database.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { openMailbox, testInstall } from "#test/mailbox.ts";
import { BATCH_SIZE, recordingSubscriptions, SUBSCRIBERS } from "#test/numbered-events.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout } from "#test/soak.ts";
import { isPostgres } from "../../../../fixtures/only-if.ts";
import { pollUndispatched } from "./dispatch.ts";
import { failingCursors } from "./store.ts";

/** Kills processes while they publish and deliver: each committed event must reach each subscriber, in order. */

const ROUNDS = killRounds(2);
/** Ordering keys with deliveries at the same time. */
const KEYS = 6;

interface Runner {
	id: string;
	child: ChildProcess;
}

let install: TestInstall;
let file: string;
const runners: Runner[] = [];

beforeAll(async () => {
	install = await testInstall();
	file = join(install.dataDir, "received");
	writeFileSync(file, "");
});
afterAll(async () => {
	while (runners.length > 0) await killOldest();
	await install.remove();
});

async function startRunner(slot: number): Promise<void> {
	const id = randomUUID();
	const args = [
		...(await programArguments("events")),
		install.dataDir,
		install.databaseUrl ?? "",
		file,
		`slot-${slot}`,
		id,
	];
	const child = spawn(process.execPath, args, {
		stdio: ["ignore", "pipe", "inherit"],
	});
	runners.push({ id, child });
	await once(child.stdout as NodeJS.ReadableStream, "data");
}

/** Like a power cut. */
async function killOldest(): Promise<void> {
	const { id, child } = runners.shift() as Runner;
	expect([child.exitCode, child.signalCode]).toEqual([null, null]);
	child.kill("SIGKILL");
	await once(child, "exit");
	await expireLeases(install, id);
}

/** What a subscriber received: `owner key n`. */
function receivedBy(subscriber: string): string[] {
	const lines = readFileSync(file, "utf8").split("\n");
	return lines.filter((line) => line.startsWith(`${subscriber} `)).map((line) => line.slice(subscriber.length + 1));
}

it(
	"delivers each event to each subscriber when its processes are killed repeatedly",
	async () => {
		const before = await openMailbox(install, { isIdle: true, subscriptions: recordingSubscriptions(file) });
		await before.ctx.database.exec(
			"create table published (owner_id text, ordering_key text, n int, primary key (owner_id, ordering_key, n))",
			[],
		);
		await before.close();
		if (isPostgres) await startRunner(0);
		for (let round = 1; round <= ROUNDS; round++) {
			await startRunner(round % 2);
			const count = receivedBy(SUBSCRIBERS[0] as string).length;
			const news = () => expect(receivedBy(SUBSCRIBERS[0] as string).length).toBeGreaterThan(count);
			await vi.waitFor(news, { timeout: 150_000, interval: 10 });
			await pause(Math.random() * 400);
			// On PostgreSQL, the older of two: the other one continues.
			await killOldest();
		}
		while (runners.length > 0) await killOldest();

		const { ctx, close } = await openMailbox(install, { subscriptions: recordingSubscriptions(file) });
		const stopPolling = pollUndispatched(ctx);
		try {
			const undispatched = () => ctx.database.query("select 1 from stream_events where position is null", []);
			await vi.waitFor(async () => expect(await undispatched()).toEqual([]), { timeout: 30_000, interval: 100 });
			await ctx.jobs.drain(120_000);
			const rows = await ctx.database.query<{ event: string }>(
				"select owner_id || ' ' || ordering_key || ' ' || n as event from published order by owner_id, ordering_key, n",
				[],
			);
			const published = rows.map(({ event }) => event);
			expect(published.length).toBeGreaterThan(ROUNDS);
			for (const subscriber of SUBSCRIBERS) {
				const received = receivedBy(subscriber);
				// In order of publication within each key, apart from repetitions.
				const first = [...new Set(received)];
				const keys = new Set(published.map(keyOf));
				for (const key of keys)
					expect(first.filter((event) => keyOf(event) === key)).toEqual(
						published.filter((event) => keyOf(event) === key),
					);
				expect(first).toHaveLength(published.length);
				// Only what was being delivered when its process was killed is repeated.
				expect(received.length - first.length).toBeLessThanOrEqual((ROUNDS + 1) * KEYS * BATCH_SIZE);
			}
			expect(await failingCursors(ctx.database, 10)).toEqual([]);
		} finally {
			await stopPolling();
			await close();
		}
	},
	killTimeout(ROUNDS),
);

function keyOf(event: string): string {
	return event.slice(0, event.lastIndexOf(" "));
}
