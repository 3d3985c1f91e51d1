/** The time of a double of the outside world: that of this machine, and more when a test says so. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** From now on so many seconds later. */
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
