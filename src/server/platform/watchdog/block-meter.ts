import { readFileSync } from "node:fs";

/** Time between two heartbeats of the main thread. */
export interface Block {
	/** How long the main thread worked since the last heartbeat, in milliseconds. */
	ms: number;
	/** How long ago it was, as seen by the watchdog, in milliseconds. */
	elapsedMs: number;
	heartbeats: number;
}

/** A tick later than this is not the main thread's fault: the machine slept or was overloaded. */
const MAX_TICK_MS = 500;

/**
 * Measures for how long the main thread has worked without a heartbeat. Waiting does not count: on an overloaded machine
 * it is the others that keep it from running.
 * @param cpuMs CPU time of the main thread; null where the system does not tell, and then elapsed time counts
 */
export function createBlockMeter(cpuMs: () => number | null, now: () => number = () => performance.now()) {
	let block: Block | null = null;
	let cpuAtHeartbeat: number | null = null;
	let lastTick = now();
	return {
		/**
		 * @param heartbeats of the main thread so far
		 * @returns the current block, and the one that the last heartbeat ended
		 */
		tick(heartbeats: number): { current: Block; ended: Block | null } {
			const at = now();
			const passed = Math.min(at - lastTick, MAX_TICK_MS);
			lastTick = at;
			const cpu = cpuMs();
			if (block === null || heartbeats !== block.heartbeats) {
				const ended = block;
				cpuAtHeartbeat = cpu;
				block = { ms: 0, elapsedMs: 0, heartbeats };
				return { current: block, ended };
			}
			block.elapsedMs += passed;
			block.ms = cpu === null || cpuAtHeartbeat === null ? block.elapsedMs : cpu - cpuAtHeartbeat;
			return { current: block, ended: null };
		},
	};
}

/** Milliseconds of a clock tick in /proc: `USER_HZ` is 100 everywhere. */
const TICK_MS = 10;

/**
 * CPU time of a process's main thread in milliseconds, which any of its threads may ask for; null where there is no
 * /proc.
 */
export function mainThreadCpuMs(): number | null {
	// On Linux the main thread has the id of the process.
	const folder = `/proc/self/task/${process.pid}`;
	try {
		// Nanoseconds on the CPU, and waiting for one; zero in a kernel that does not count them.
		const nanoseconds = Number(readFileSync(`${folder}/schedstat`, "latin1").split(" ")[0]);
		if (nanoseconds > 0) return nanoseconds / 1e6;
	} catch {
		// Not every kernel has it.
	}
	try {
		const stat = readFileSync(`${folder}/stat`, "latin1");
		// After the name, which may contain anything, utime and stime are fields 14 and 15 of proc(5).
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const ticks = Number(fields[11]) + Number(fields[12]);
		return ticks > 0 ? ticks * TICK_MS : null;
	} catch {
		return null;
	}
}
