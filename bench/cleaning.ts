import { fillStopped } from "./cleaning/mailbox.ts";
import { untilQuiet } from "./search.ts";
import { type BenchServer, requestJson, startServer, waitFor } from "./server.ts";
import { percentile, printTable } from "./table.ts";

const ROUNDS = 7;
/** Time limits for the slowest reply: of the cleanup tools, and of pages of figures. */
const MAX_MS = 1_000;
const FIGURES_MAX_MS = 300;
const DAY_MS = 86_400_000;
/** How requests for figures begin in the table. */
const FIGURES = "figures: ";

/** Measures the cleanup tools, the dashboard and the activity score on a mailbox of ten years, over HTTP on the embedded database. */
export async function benchCleaning(count: number, scratch: string): Promise<void> {
	const first = await startServer(scratch);
	await first.stop(true);
	const began = performance.now();
	await fillStopped(first, count);
	console.log(`stored ${count} messages in ${((performance.now() - began) / 1000).toFixed(0)} s`);
	const server = await startServer(scratch, {}, { data: first.dataDir });
	try {
		console.log(`quiet after ${await untilQuiet(server)} s`);
		const rows: (string | number)[][] = [];
		for (const [name, path] of await requests(server))
			rows.push([name, ...(await timed(server, path, name.startsWith(FIGURES) ? FIGURES_MAX_MS : MAX_MS))]);
		printTable(["", "first ms", "p50 ms", "most ms", "processor ms", "kB", ""], rows);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}

async function requests(server: BenchServer): Promise<[name: string, path: string][]> {
	const year = `from=${new Date(Date.now() - 365 * DAY_MS).toISOString()}`;
	const all = "from=2000-01-01";
	for (const [name, path] of [
		["storage analysis", "/api/v1/smart-archive/analysis"],
		["conversations of 180 days", "/api/v1/activity-score"],
	] as const) {
		const began = performance.now();
		const { job } = await requestJson<{ job: Parameters<typeof waitFor>[1] }>(server, path, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: "{}",
		});
		await waitFor(server, job);
		console.log(`${name} (a job): ${((performance.now() - began) / 1000).toFixed(1)} s`);
	}
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
		[`${FIGURES}dashboard`, "/api/v1/dashboard"],
		[`${FIGURES}charts, 1 year`, `/api/v1/dashboard/charts?${year}`],
		[`${FIGURES}charts, all`, `/api/v1/dashboard/charts?${all}`],
		[`${FIGURES}activity score`, "/api/v1/activity-score?zone=Europe/Berlin"],
		[`${FIGURES}emails from people`, "/api/v1/activity-score/emails?list=people"],
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

/** @returns first, median and longest time and CPU time in milliseconds, kilobytes of the reply, and a mark when it is too slow */
async function timed(server: BenchServer, path: string, limit: number): Promise<(string | number)[]> {
	const times: number[] = [];
	let bytes = 0;
	const before = server.processorMs();
	for (let round = 0; round < ROUNDS; round++) {
		const begin = performance.now();
		const response = await server.fetch(path);
		const body = await response.text();
		times.push(performance.now() - begin);
		if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
		bytes = body.length;
	}
	const max = Math.max(...times);
	const used = before === null ? "" : (((server.processorMs() ?? 0) - before) / ROUNDS).toFixed(0);
	return [
		...[percentile(times.slice(0, 1), 100), percentile(times, 50), max.toFixed(1), used],
		...[Math.round(bytes / 1024), max > limit ? "too slow" : ""],
	];
}
