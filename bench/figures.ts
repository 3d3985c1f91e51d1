import { startFilledServer } from "./cleaning/filled-server.ts";
import { onEachDatabase } from "./cluster.ts";
import { untilQuiet } from "./search.ts";
import { printTable } from "./table.ts";
import { jobSeconds, TIMED, timed } from "./timed.ts";

/** Time limit for the slowest reply. */
const MAX_MS = 300;
const DAY_MS = 86_400_000;
/** Nothing runs in the background but what the mailbox needs. */
const QUIET = { PREPARE_DEMO: "off" };

/** Measures the dashboard and the activity score on a mailbox of ten years, over HTTP on each database. */
export async function benchFigures(count: number, scratch: string): Promise<void> {
	await onEachDatabase((settings, databaseMs) => benchOn({ ...QUIET, ...settings }, count, scratch, databaseMs));
}

async function benchOn(
	settings: Record<string, string>,
	count: number,
	scratch: string,
	databaseMs?: () => number,
): Promise<void> {
	const server = await startFilledServer(scratch, count, settings);
	try {
		console.log(`conversations of 180 days (a job): ${await jobSeconds(server, "/api/v1/activity-score")} s`);
		console.log(`quiet after ${await untilQuiet(server)} s`);
		const rows: (string | number)[][] = [];
		for (const [name, path] of requests()) rows.push([name, ...(await timed(server, path, MAX_MS, databaseMs))]);
		printTable(TIMED, rows);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}

function requests(): [name: string, path: string][] {
	const since = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
	const score = "/api/v1/activity-score";
	return [
		["dashboard", "/api/v1/dashboard"],
		["charts, 30 days", `/api/v1/dashboard/charts?from=${since(30)}`],
		["charts, 90 days", `/api/v1/dashboard/charts?from=${since(90)}`],
		["charts, 1 year", `/api/v1/dashboard/charts?from=${since(365)}`],
		["charts, 5 years", `/api/v1/dashboard/charts?from=${since(5 * 365)}`],
		["charts, all", "/api/v1/dashboard/charts?from=2000-01-01"],
		["activity score", `${score}?zone=Europe/Berlin`],
		...["people", "answered", "replies", "waiting_for_me", "waiting_for_them"].map((list): [string, string] => [
			`emails: ${list.replaceAll("_", " ")}`,
			`${score}/emails?list=${list}`,
		]),
	];
}
