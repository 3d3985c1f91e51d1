import type { SlowWork } from "#server/db/slow-work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { fillStopped } from "./cleaning/mailbox.ts";
import { wordOf } from "./generate.ts";
import { untilQuiet } from "./search.ts";
import { type BenchServer, requestJson, startServer, until, waitFor } from "./server.ts";
import { percentile, printTable } from "./table.ts";

interface TimedRequest {
	kind: string;
	/** By `performance.now()`. */
	begun: number;
	ms: number;
}

const READERS = 20;
/** A reader looks at a screen for half of this to one and a half times as long. */
const READING_MS = 1_000;
const DELIVERIES = 60;
const BETWEEN_MS = 1_000;

/**
 * Measures requests of many readers while new mail is synced from an IMAP mailbox, one message at a time, with a
 * large mailbox in the same embedded database; then prints what the database ran for long.
 * @param count messages of the large mailbox
 */
export async function benchArriving(count: number, scratch: string): Promise<void> {
	if (dovecotPath === null) throw new Error("Dovecot is not installed (npm test installs it)");
	const dovecot = await startDovecot();
	const first = await startServer(scratch);
	await first.stop(true);
	await fillStopped(first, count);
	const slow: SlowWork[] = [];
	const onLog = (line: string): void => {
		if (!line.startsWith("{")) return;
		const { work } = JSON.parse(line) as { work?: SlowWork };
		if (work !== undefined) slow.push(work);
	};
	const settings = { ALLOW_PRIVATE_HOSTS: "on", LOG_LEVEL: "debug" };
	const server = await startServer(scratch, settings, { data: first.dataDir, onLog });
	try {
		await arrive(server, dovecot, count, slow);
	} finally {
		await server.stop();
		await dovecot.stop();
	}
}

async function arrive(server: BenchServer, dovecot: Dovecot, count: number, slow: SlowWork[]): Promise<void> {
	const { user, account } = await connect(server, dovecot);
	console.log(`quiet after ${await untilQuiet(server)} s`);
	slow.length = 0;
	const requests: TimedRequest[] = [];
	const begin = performance.now();
	let isOver = false;
	const readers = Array.from({ length: READERS }, (_, n) => read(server, account.id, n, requests, () => isOver));
	for (let n = 0; n < DELIVERIES; n++) {
		await dovecot.deliver(user, mail(n));
		await pause(BETWEEN_MS);
	}
	isOver = true;
	await Promise.all(readers);
	await until(async () => (await totalOf(server, account.id)) === 1 + DELIVERIES);
	const rows = [...Map.groupBy(requests, ({ kind }) => kind), ["all", requests] as const].map(([kind, list]) => [
		kind,
		list.length,
		...[50, 95, 99, 100].map((percent) =>
			percentile(
				list.map(({ ms }) => ms),
				percent,
			),
		),
	]);
	printTable(
		[`${READERS} readers, ${count} messages, mail arriving`, "requests", "p50 ms", "p95 ms", "p99 ms", "most ms"],
		rows,
	);
	printTable(
		["the slowest requests", "ms", "s after the first delivery"],
		requests
			.sort((a, b) => b.ms - a.ms)
			.slice(0, 10)
			.map(({ kind, ms, begun }) => [kind, ms.toFixed(0), ((begun - begin) / 1_000).toFixed(1)]),
	);
	const longest = slow.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 15);
	printTable(
		["a statement blocked the embedded database", "ms", "slowest statement ms"],
		longest.map((work) => [
			work.statement.slice(0, 100),
			work.milliseconds.toFixed(0),
			work.slowestMilliseconds.toFixed(0),
		]),
	);
}

async function connect(server: BenchServer, dovecot: Dovecot): Promise<{ user: string; account: Account }> {
	const { host, imapsPort, certificate } = dovecot;
	const { user, password } = await dovecot.addUser();
	await dovecot.deliver(user, mail(-1));
	const body = JSON.stringify({
		email: "bench@example.net",
		username: user,
		password,
		imap: { host, port: imapsPort, security: "tls", certificate },
		smtp: null,
	});
	const headers = { "content-type": "application/json" };
	const connected = await requestJson<{ account: Account; job: Job }>(server, "/api/v1/accounts/imap", {
		method: "POST",
		headers,
		body,
	});
	await waitFor(server, connected.job);
	return { user, account: connected.account };
}

/** One person: pages of folders, searches, counts, and a message. */
async function read(
	server: BenchServer,
	account: string,
	reader: number,
	requests: TimedRequest[],
	isOver: () => boolean,
): Promise<void> {
	const timed = async <T>(kind: string, path: string): Promise<T> => {
		const begun = performance.now();
		const reply = await requestJson<T>(server, path);
		requests.push({ kind, begun, ms: performance.now() - begun });
		return reply;
	};
	for (let round = reader; !isOver(); round++) {
		await pause(READING_MS * (0.5 + Math.random()));
		const word = wordOf((round * 37 + reader) % 5_000);
		if (round % 4 === 0) await timed("accounts", "/api/v1/accounts");
		else if (round % 4 === 1) await timed("folder page", "/api/v1/emails?folder=inbox");
		else if (round % 4 === 2) await timed("search", `/api/v1/emails?q=${word}`);
		else {
			const { items } = await timed<{ items: EmailItem[] }>("new mail", `/api/v1/emails?account=${account}`);
			if (items[0] !== undefined) await timed("one message", `/api/v1/emails/${items[0].id}`);
		}
	}
}

async function totalOf(server: BenchServer, id: string): Promise<number> {
	const { items } = await requestJson<{ items: Account[] }>(server, "/api/v1/accounts");
	return items.find((account) => account.id === id)?.totalEmails ?? 0;
}

function mail(n: number): string {
	const words = Array.from({ length: 60 }, (_, i) => wordOf((n + 2) * 13 + i * 7)).join(" ");
	return [
		`Message-ID: <arriving-${n}@example.org>`,
		`From: Writer ${n % 7} <writer${n % 7}@example.org>`,
		"To: bench@example.net",
		`Subject: Arriving ${n + 1}`,
		`Date: ${new Date().toUTCString()}`,
		"",
		words,
		"",
	].join("\r\n");
}
