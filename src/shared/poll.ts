/**
 * Runs `poll` repeatedly, one run at a time.
 * @param poll returns the delay until the next run in milliseconds, and must not throw; the signal is aborted on stop
 * @param firstDelay milliseconds before the first run
 * @returns stops it, and waits for a run in progress
 */
export function startPolling(poll: (signal: AbortSignal) => Promise<number>, firstDelay: number): () => Promise<void> {
	const stopping = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let running = Promise.resolve();
	const schedule = (delay: number): void => {
		timer = setTimeout(() => {
			running = poll(stopping.signal).then((next) => {
				if (!stopping.signal.aborted) schedule(next);
			});
		}, delay);
	};
	schedule(firstDelay);
	return async () => {
		stopping.abort();
		clearTimeout(timer);
		await running;
	};
}
