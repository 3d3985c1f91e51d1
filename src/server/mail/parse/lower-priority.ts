import { setPriority } from "node:os";

/** Lets the main thread go first where cores are scarce. Linux counts niceness by thread, other systems by process. */
export function lowerThreadPriority(): void {
	if (process.platform !== "linux") return;
	try {
		setPriority(0, 5);
	} catch {
		// Some containers forbid it: the work is the same, only the order differs.
	}
}
