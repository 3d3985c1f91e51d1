/** Concurrent requests that Microsoft Graph allows per mailbox (https://learn.microsoft.com/graph/throttling-limits). */
export const MAX_CONCURRENT = 4;

/** Limits the concurrent requests of one mailbox across its sessions in this process. */
export interface Slots {
	/** Waits in order for this many slots. @returns a function that releases them */
	acquire(count: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
	count: number;
	begin(): void;
}

/** @returns a function that gives an account's slots, shared while they are in use */
export function createSlots(): (accountId: string) => Slots {
	const used = new Map<string, { free: number; line: Waiting[] }>();

	function serve(accountId: string): void {
		const state = used.get(accountId);
		if (state === undefined) return;
		for (let next = state.line[0]; next !== undefined && next.count <= state.free; next = state.line[0]) {
			state.line.shift();
			state.free -= next.count;
			next.begin();
		}
		if (state.free === MAX_CONCURRENT && state.line.length === 0) used.delete(accountId);
	}

	return (accountId) => ({
		acquire(count, signal) {
			signal.throwIfAborted();
			const state = used.get(accountId) ?? { free: MAX_CONCURRENT, line: [] };
			used.set(accountId, state);
			return new Promise((resolve, reject) => {
				const abandon = (): void => {
					state.line.splice(state.line.indexOf(waiting), 1);
					serve(accountId);
					reject(signal.reason as Error);
				};
				const waiting: Waiting = {
					count,
					begin() {
						signal.removeEventListener("abort", abandon);
						resolve(() => {
							state.free += count;
							serve(accountId);
						});
					},
				};
				signal.addEventListener("abort", abandon, { once: true });
				state.line.push(waiting);
				serve(accountId);
			});
		},
	});
}
