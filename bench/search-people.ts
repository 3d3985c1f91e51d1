import { pause } from "#shared/pause.ts";
import { fillStopped } from "./cleaning/mailbox.ts";
import { onEachDatabase } from "./cluster.ts";
import { requests, untilQuiet } from "./search.ts";
import { type BenchServer, type BenchSession, startServer } from "./server.ts";
import { percentile, printTable } from "./table.ts";

/** Nothing runs in the background but what the mailboxes need. */
const QUIET = { PREPARE_DEMO: "off" };
/** Words of a message, as in the generated mail files. */
const WORDS = 270;
/** Somebody looks at results for half of this to one and a half times as long. */
const READING_MS = 1_000;
const SEARCHES_EACH = 60;

/**
 * Measures the searches of many people who search at the same time, each in a mailbox of their own, on the embedded
 * database and on PostgreSQL.
 * @param count messages of all together, stored without parsing and raw bytes, which searches do not read
 */
export async function benchSearchPeople(people: number, count: number, scratch: string): Promise<void> {
	await onEachDatabase((settings) => benchOn({ ...QUIET, ...settings }, people, count, scratch));
}

async function benchOn(
	settings: Record<string, string>,
	people: number,
	count: number,
	scratch: string,
): Promise<void> {
	const first = await startServer(scratch, settings);
	const emails = [first.email];
	for (let n = 1; n < people; n++) {
		const email = `person-${n}@example.org`;
		await first.another(email);
		emails.push(email);
	}
	await first.stop(true);
	const began = performance.now();
	await fillStopped(first, Math.round(count / people), settings, { emails, words: WORDS });
	console.log(`stored ${count} messages of ${people} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
	const server = await startServer(scratch, settings, { data: first.dataDir });
	try {
		console.log(`quiet after ${await untilQuiet(server)} s`);
		await searchTogether(server, emails);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}

async function searchTogether(server: BenchServer, emails: readonly string[]): Promise<void> {
	const sessions = await Promise.all(emails.map((email) => server.signIn(email)));
	const kinds = await requests(server);
	const paths = [...kinds].flatMap(([kind, ofKind]) => ofKind.map((path) => ({ kind, path })));
	const times = new Map([...kinds.keys()].map((kind): [string, number[]] => [kind, []]));
	await Promise.all(
		sessions.map(async (session, person) => {
			for (let n = 0; n < SEARCHES_EACH; n++) {
				// Coprime to their number: everybody searches for something else, and for each kind as often.
				const { kind, path } = paths[(person * 13 + n * 37) % paths.length] as (typeof paths)[number];
				times.get(kind)?.push(await timeOf(session, path));
				await pause(READING_MS * (0.5 + ((person * 7 + n * 3) % 10) / 10));
			}
		}),
	);
	const rows = [...times, ["all", [...times.values()].flat()] as const].map(([kind, list]) => [
		kind,
		list.length,
		...[50, 95, 100].map((percent) => percentile(list, percent)),
	]);
	printTable([`${emails.length} searching`, "searches", "p50 ms", "p95 ms", "most ms"], rows);
}

async function timeOf({ url, cookie }: BenchSession, path: string): Promise<number> {
	const begin = performance.now();
	const response = await fetch(url + path, { headers: { origin: url, cookie } });
	const body = await response.text();
	if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
	return performance.now() - begin;
}
