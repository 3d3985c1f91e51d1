import type { BenchServer } from "../server.ts";

/** Repeats a cheap request as another user and measures each duration. */
export interface Probe {
	/** Longest since the last call, in milliseconds, including a pending request. */
	worst(): number;
	stop(): Promise<void>;
}

const PAUSE_MS = 10;

export function startProbe(fetch: BenchServer["fetch"], path: string): Probe {
	let worst = 0;
	let begun: number | null = null;
	let isOver = false;
	const note = (): void => {
		if (begun !== null) worst = Math.max(worst, performance.now() - begun);
	};
	const run = async (): Promise<void> => {
		while (!isOver) {
			begun = performance.now();
			await (await fetch(path)).arrayBuffer();
			note();
			begun = null;
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		}
	};
	const running = run();
	return {
		worst() {
			note();
			const longest = worst;
			worst = 0;
			return longest;
		},
		async stop() {
			isOver = true;
			await running;
		},
	};
}
