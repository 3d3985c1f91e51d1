import { workerData } from "node:worker_threads";
import { now, PENDING, type ProbeData, WORST } from "./probe-data.ts";

const PAUSE_MS = 10;

const { address, cookie, times } = workerData as ProbeData;
for (;;) {
	const begun = now();
	times[PENDING] = begun;
	await (await fetch(address, { headers: { cookie } })).arrayBuffer();
	times[WORST] = Math.max(times[WORST] ?? 0, now() - begun);
	times[PENDING] = 0;
	await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
