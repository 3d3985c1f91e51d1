import { setPriority } from "node:os";

/**
 * Lowers the thread's priority below the main thread's. On Linux niceness applies per thread, on other systems per
 * process.
 */
export function lowerThreadPriority(): void {
	if (process.platform !== "linux") return;
	try {
		setPriority(0, 5);
	} catch {
		// Some containers forbid it; only scheduling is affected.
	}
}
