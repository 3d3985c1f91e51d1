/** The clock of an emulator: the system time plus what a test adds. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Moves the clock forward. */
	advance(seconds: number): void;
}

export function clock(): Clock {
	let ahead = 0;
	return {
		now: () => Date.now() + ahead,
		advance(seconds) {
			ahead += seconds * 1000;
		},
	};
}
