import type { Job } from "#shared/contracts/jobs.ts";
import { type BenchServer, requestJson, waitFor } from "./server.ts";
import { percentile } from "./table.ts";

const ROUNDS = 7;

/** Header of a table of timed requests. */
export const TIMED = ["", "first ms", "p50 ms", "most ms", "processor ms", "kB", ""];

/**
 * @param databaseMs CPU time of a database in separate processes
 * @returns first, median and longest time and CPU time in milliseconds, kilobytes of the reply, and a mark when it is too slow
 */
export async function timed(
	server: BenchServer,
	path: string,
	limit: number,
	databaseMs: () => number = () => 0,
): Promise<(string | number)[]> {
	const times: number[] = [];
	let bytes = 0;
	const processorMs = () => {
		const ms = server.processorMs();
		return ms === null ? null : ms + databaseMs();
	};
	const before = processorMs();
	for (let round = 0; round < ROUNDS; round++) {
		const begin = performance.now();
		const response = await server.fetch(path);
		const body = await response.text();
		times.push(performance.now() - begin);
		if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
		bytes = body.length;
	}
	const max = Math.max(...times);
	const used = before === null ? "" : (((processorMs() ?? 0) - before) / ROUNDS).toFixed(0);
	return [
		...[percentile(times.slice(0, 1), 100), percentile(times, 50), max.toFixed(1), used],
		...[Math.round(bytes / 1024), max > limit ? "too slow" : ""],
	];
}

/** Runs the job that a POST request starts. @returns seconds until it was done */
export async function jobSeconds(server: BenchServer, path: string): Promise<string> {
	const began = performance.now();
	const { job } = await requestJson<{ job: Job }>(server, path, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: "{}",
	});
	await waitFor(server, job);
	return ((performance.now() - began) / 1000).toFixed(1);
}
