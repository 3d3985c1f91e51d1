import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { type BenchServer, requestJson, startServer, waitFor } from "../server.ts";
import { printTable } from "../table.ts";
import { type HostileMessage, hostileMessages } from "./messages.ts";

/** Longest time from SIGTERM to the end of the process, in milliseconds. */
const TARGET_MS = 10_000;
const QUIET = { LOG_LEVEL: "error", PREPARE_DEMO: "off" };
/** From the request to SIGTERM. */
const PAUSE_MS = 200;

/** Stops the server while each hostile message is imported and, after a restart that finishes the import, opened. */
export async function benchStopping(scratch: string): Promise<void> {
	const rows: (string | number)[][] = [];
	for (const hostile of hostileMessages) {
		const first = await startServer(scratch, QUIET);
		const { job } = await upload(first, hostile);
		const importing = await stop(first, true);
		const again = await startServer(scratch, QUIET, { data: first.dataDir });
		await waitFor(again, job);
		const { items } = await requestJson<{ items: EmailItem[] }>(again, "/api/v1/emails");
		const opened = again.fetch(`/api/v1/emails/${items[0]?.id}`).catch(() => null);
		const opening = await stop(again, false);
		await opened;
		const verdict = Math.max(importing, opening) <= TARGET_MS ? "ok" : "over";
		rows.push([hostile.name, importing, opening, verdict]);
	}
	printTable([`SIGTERM to end (target ${TARGET_MS} ms)`, "importing ms", "opening ms", "target"], rows);
}

function upload(server: BenchServer, { make }: HostileMessage): Promise<{ job: Job }> {
	return requestJson(server, "/api/v1/accounts/mbox?filename=hostile.eml", { method: "POST", body: make() });
}

/** @returns how long it took, in milliseconds */
async function stop(server: BenchServer, keep: boolean): Promise<number> {
	await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	const begun = performance.now();
	await server.stop(keep);
	return Math.round(performance.now() - begun);
}
