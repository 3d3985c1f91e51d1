import { startFilledServer } from "./cleaning/filled-server.ts";
import { untilQuiet } from "./search.ts";
import { type BenchServer, requestJson } from "./server.ts";
import { printTable } from "./table.ts";
import { jobSeconds, TIMED, timed } from "./timed.ts";

/** Time limit for the slowest reply. */
const MAX_MS = 1_000;
const DAY_MS = 86_400_000;

/** Measures the cleanup tools on a mailbox of ten years, over HTTP on the embedded database. */
export async function benchCleaning(count: number, scratch: string): Promise<void> {
	const server = await startFilledServer(scratch, count);
	try {
		console.log(`quiet after ${await untilQuiet(server)} s`);
		const rows: (string | number)[][] = [];
		for (const [name, path] of await requests(server)) rows.push([name, ...(await timed(server, path, MAX_MS))]);
		printTable(TIMED, rows);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}

async function requests(server: BenchServer): Promise<[name: string, path: string][]> {
	const year = `from=${new Date(Date.now() - 365 * DAY_MS).toISOString()}`;
	const all = "from=2000-01-01";
	console.log(`storage analysis (a job): ${await jobSeconds(server, "/api/v1/smart-archive/analysis")} s`);
	const both = (name: string, path: string): [string, string][] => [
		[`${name}, 1 year`, `${path}${path.includes("?") ? "&" : "?"}${year}`],
		[`${name}, all`, `${path}${path.includes("?") ? "&" : "?"}${all}`],
	];
	const { items } = await requestJson<{ items: { id: string }[] }>(
		server,
		`/api/v1/unsubscriber/subscriptions?limit=1&${all}`,
	);
	const subscription = encodeURIComponent(items[0]?.id ?? "");
	return [
		...both("subscriptions", "/api/v1/unsubscriber/subscriptions"),
		...both("mail of one subscription", `/api/v1/unsubscriber/emails?subscription=${subscription}`),
		...both("category counts", "/api/v1/categorizer/summary"),
		...both("promotions", "/api/v1/categorizer/emails?category=promotions"),
		...both("senders", "/api/v1/categorizer/senders"),
		...both("senders of promotions", "/api/v1/categorizer/senders?category=promotions&sort=bytes"),
		["storage", "/api/v1/smart-archive/analysis"],
		...["sender", "year", "kind"].map((by): [string, string] => [
			`space by ${by}`,
			`/api/v1/smart-archive/space?by=${by}`,
		]),
	];
}
