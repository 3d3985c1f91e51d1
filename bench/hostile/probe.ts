import { Worker } from "node:worker_threads";
import type { BenchSession } from "../server.ts";
import { now, PENDING, type ProbeData, WORST } from "./probe-data.ts";

/** Repeats a cheap request as another user and measures each duration. */
export interface Probe {
	/** Longest since the last call, in milliseconds, including a pending request. */
	worst(): number;
	stop(): Promise<void>;
}

/** In a separate thread: the benchmark is busy itself while it makes and sends messages of 25 MB. */
export function startProbe({ url, cookie }: BenchSession, path: string): Probe {
	const times = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
	const workerData: ProbeData = { address: url + path, cookie, times };
	const worker = new Worker(new URL("./probe.worker.ts", import.meta.url), { workerData });
	worker.on("error", (cause) => {
		throw cause;
	});
	return {
		worst() {
			const begun = times[PENDING] ?? 0;
			const longest = Math.max(times[WORST] ?? 0, begun === 0 ? 0 : now() - begun);
			times[WORST] = 0;
			return longest;
		},
		async stop() {
			await worker.terminate();
		},
	};
}
