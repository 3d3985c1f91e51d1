import { Worker } from "node:worker_threads";

/**
 * Reads every page of the index file in a thread of its own, while it is in use. Damage shows only when a page is read, and
 * most pages are not for months.
 * @param signal ends the thread
 * @returns what is damaged; null: nothing, or it could not be checked
 */
export async function findDamage(path: string, signal: AbortSignal): Promise<string | null> {
	if (signal.aborted) return null;
	const url = new URL("./check-file.worker.ts", import.meta.url);
	const worker = new Worker(url, { workerData: { path }, name: "search check" });
	worker.unref();
	const stop = (): void => void worker.terminate();
	signal.addEventListener("abort", stop, { once: true });
	try {
		return await new Promise<string | null>((resolve) => {
			worker.once("message", resolve);
			worker.once("error", () => resolve(null));
			worker.once("exit", () => resolve(null));
		});
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
