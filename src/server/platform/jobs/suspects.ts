/** A suspect that ran this long without a crash no longer blocks others. */
const PROBATION_MS = 60_000;

/** Runs at most one job at a time that may have crashed a process, so that the next crash identifies it. */
export interface SuspectSlot {
	/** Called before a claim. @returns whether the claim may return a suspect; then `claimed` must follow */
	reserve(): boolean;
	/** @param id the claimed suspect; null when the claim returned none */
	claimed(id: string | null): void;
	/** The job finished or was requeued. */
	release(id: string): void;
	close(): void;
}

/** @param onFree called when another suspect may run */
export function createSuspectSlot(onFree: () => void, probationMs = PROBATION_MS): SuspectSlot {
	let isReserved = false;
	let running: string | null = null;
	let timer: NodeJS.Timeout | undefined;

	function free(): void {
		clearTimeout(timer);
		isReserved = false;
		running = null;
	}

	return {
		reserve() {
			if (isReserved) return false;
			isReserved = true;
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
