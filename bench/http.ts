import type { EmailItem } from "#shared/contracts/emails.ts";
import { benchHostile } from "./hostile/hostile.ts";
import { benchStopping } from "./hostile/stopping.ts";
import { beginImport, startServer, waitFor } from "./server.ts";
import { percentile, printTable } from "./table.ts";

/** Concurrent requests. */
const CLIENTS = 4;
/** Pause between two requests of one client. */
const PAUSE_MS = 20;

/** Measures requests during an import and while another user imports and opens hostile mail, and stopping meanwhile. */
export async function benchHttp(file: string, scratch: string): Promise<void> {
	await benchImporting(file, scratch);
	await benchHostile(scratch);
	await benchStopping(scratch);
}

async function benchImporting(file: string, scratch: string): Promise<void> {
	const server = await startServer(scratch);
	try {
		const job = await beginImport(server, file);
		const times = new Map<string, number[]>();
		let isOver = false;
		const timed = async (kind: string, path: string): Promise<unknown> => {
			const begin = performance.now();
			const response = await server.fetch(path);
			const body: unknown = await response.json();
			if (!response.ok) throw new Error(`${path}: ${response.status}`);
			const list = times.get(kind) ?? [];
			list.push(performance.now() - begin);
			times.set(kind, list);
			return body;
		};
		const client = async (): Promise<void> => {
			while (!isOver) {
				const { items } = (await timed("folder page", "/api/v1/emails?folder=inbox")) as { items: EmailItem[] };
				const one = items[Math.floor(items.length / 2)];
				if (one !== undefined) await timed("one message", `/api/v1/emails/${one.id}`);
				if (one !== undefined)
					await timed("search", `/api/v1/emails?q=${encodeURIComponent(one.subject.split(/\W+/).at(-1) ?? "a")}`);
				await timed("accounts", "/api/v1/accounts");
				await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
			}
		};
		const clients = Array.from({ length: CLIENTS }, client);
		const done = await waitFor(server, job);
		isOver = true;
		await Promise.all(clients);
		console.log(JSON.stringify(done.result));
		const rows = [...times, ["all", [...times.values()].flat()] as const].map(([kind, list]) => [
			kind,
			list.length,
			percentile(list, 50),
			percentile(list, 95),
			percentile(list, 99),
			percentile(list, 100),
		]);
		printTable(["while importing", "requests", "p50 ms", "p95 ms", "p99 ms", "most ms"], rows);
		console.log(`peak resident memory of the server: ${server.peakMb()} MB`);
	} finally {
		await server.stop();
	}
}
