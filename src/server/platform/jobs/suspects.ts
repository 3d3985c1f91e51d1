/** After so long without a crash a suspect no longer keeps others waiting. */
const PROBATION_MS = 60_000;

/** Of the jobs that may have crashed a process, only one at a time runs here, so that the next crash names it. */
export interface SuspectSlot {
	/** Before a claim. @returns whether it may bring a suspect; then `claimed` must follow */
	reserve(): boolean;
	/** @param id the suspect that the claim brought; null when it brought none */
	claimed(id: string | null): void;
	/** The job is over, or given back. */
	release(id: string): void;
	close(): void;
}

/** @param onFree called when another suspect may run */
export function createSuspectSlot(onFree: () => void, probationMs = PROBATION_MS): SuspectSlot {
	let isTaken = false;
	let running: string | null = null;
	let timer: NodeJS.Timeout | undefined;

	function free(): void {
		clearTimeout(timer);
		isTaken = false;
		running = null;
	}

	return {
		reserve() {
			if (isTaken) return false;
			isTaken = true;
			return true;
		},
		claimed(id) {
			if (id === null) return free();
			running = id;
			timer = setTimeout(() => {
				free();
				onFree();
			}, probationMs).unref();
		},
		release(id) {
			if (running !== id) return;
			free();
			onFree();
		},
		close: () => clearTimeout(timer),
	};
}
