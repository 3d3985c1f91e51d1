export interface SlotLimits {
	/** Slots in use at a time, per key. */
	perKey: number;
	/** Over all keys. */
	total: number;
	/** Minimum time in milliseconds between the starts of two uses of one key; 0: none. */
	intervalMs?: number;
}

/** Limits concurrency, in total and per key (a host), and the rate per key. In this process only. */
export interface Slots {
	/**
	 * Waits for a slot: first come, first served per key, and keys in turn.
	 * @returns releases the slot
	 * @throws the signal's reason
	 */
	acquire(key: string, signal?: AbortSignal): Promise<() => void>;
	/** Slots in use. */
	readonly inUse: number;
}

interface KeyState {
	used: number;
	/** When the next use may start, in epoch milliseconds. */
	earliest: number;
	/** Start functions, oldest first. */
	waiting: Set<() => void>;
}

export function createSlots(limits: SlotLimits, now: () => number = Date.now): Slots {
	const { perKey, total, intervalMs = 0 } = limits;
	const keys = new Map<string, KeyState>();
	let inUse = 0;
	let timer: NodeJS.Timeout | undefined;

	function start(key: string, state: KeyState, run: () => void): void {
		state.waiting.delete(run);
		state.used += 1;
		state.earliest = now() + intervalMs;
		inUse += 1;
		// To the end, so that keys take turns.
		keys.delete(key);
		keys.set(key, state);
		run();
	}

	function advance(): void {
		const at = now();
		let wakeAt = Number.POSITIVE_INFINITY;
		for (const [key, state] of [...keys]) {
			if (inUse >= total) return;
			for (const run of state.waiting) {
				if (state.used >= perKey || inUse >= total) break;
				if (state.earliest > at) {
					wakeAt = Math.min(wakeAt, state.earliest);
					break;
				}
				start(key, state, run);
			}
			if (state.used === 0 && state.waiting.size === 0 && state.earliest <= at) keys.delete(key);
		}
		clearTimeout(timer);
		if (wakeAt !== Number.POSITIVE_INFINITY) timer = setTimeout(advance, wakeAt - at);
	}

	function release(state: KeyState): () => void {
		let isReleased = false;
		return () => {
			if (isReleased) return;
			isReleased = true;
			state.used -= 1;
			inUse -= 1;
			advance();
		};
	}

	return {
		acquire(key, signal) {
			return new Promise((resolve, reject) => {
				if (signal?.aborted) return reject(signal.reason);
				const state = keys.get(key) ?? { used: 0, earliest: 0, waiting: new Set() };
				keys.set(key, state);
				const stop = (): void => {
					state.waiting.delete(run);
					reject(signal?.reason);
				};
				const run = (): void => {
					signal?.removeEventListener("abort", stop);
					resolve(release(state));
				};
				signal?.addEventListener("abort", stop, { once: true });
				state.waiting.add(run);
				if (inUse < total) advance();
			});
		},
		get inUse() {
			return inUse;
		},
	};
}
