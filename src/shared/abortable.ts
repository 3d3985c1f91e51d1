/**
 * Waits for work that cannot be aborted itself; it then continues in the background.
 * @throws the signal's reason when it is aborted first
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(signal.reason as Error);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}
