/** Work that `drain` and `stop` wait for, in addition to jobs. */
export interface Tracked {
	/** @param hurry ends the work's pauses */
	add(work: Promise<void>, hurry: () => void): void;
	/** Ends the pauses of all. */
	hurry(): void;
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
		add(work, hurry) {
			const ended: Promise<void> = work.finally(() => tracked.delete(ended));
			tracked.set(ended, hurry);
			trackings++;
		},
		hurry() {
			for (const hurry of tracked.values()) hurry();
		},
		running: () => new Set(tracked.keys()),
		count: () => trackings,
	};
}
