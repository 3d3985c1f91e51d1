/** Work that `drain` and `stop` wait for, in addition to jobs. */
export interface Tracked {
	/** @param endPauses ends the work's pauses */
	add(work: Promise<void>, endPauses: () => void): void;
	/** Ends the pauses of all. */
	endPauses(): void;
	/** What is in progress. */
	running(): Set<Promise<void>>;
	/** How often `add` was called. */
	count(): number;
}

export function createTracked(): Tracked {
	/** With what ends their pauses. */
	const tracked = new Map<Promise<void>, () => void>();
	let trackings = 0;
	return {
		add(work, endPauses) {
			const ended: Promise<void> = work.finally(() => tracked.delete(ended));
			tracked.set(ended, endPauses);
			trackings++;
		},
		endPauses() {
			for (const end of tracked.values()) end();
		},
		running: () => new Set(tracked.keys()),
		count: () => trackings,
	};
}
