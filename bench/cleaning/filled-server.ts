import { type BenchServer, startServer } from "../server.ts";
import { fillStopped } from "./mailbox.ts";

/** A server whose user has a mailbox of ten years. @param settings as for `startServer` */
export async function startFilledServer(
	scratch: string,
	count: number,
	settings: Record<string, string> = {},
): Promise<BenchServer> {
	const first = await startServer(scratch, settings);
	await first.stop(true);
	const began = performance.now();
	await fillStopped(first, count, settings);
	console.log(`stored ${count} messages in ${((performance.now() - began) / 1000).toFixed(0)} s`);
	return startServer(scratch, settings, { data: first.dataDir });
}
