/**
 * Runs `work` on each item with limited concurrency. After a failure no new items start, and those in progress are
 * awaited.
 * @throws the first failure, or the signal's reason
 */
export async function forEachConcurrent<T>(
	items: Iterable<T> | AsyncIterable<T>,
	atOnce: number,
	work: (item: T) => Promise<void>,
	signal?: AbortSignal,
): Promise<void> {
	const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
	let failed = false;
	async function run(): Promise<void> {
		while (!failed) {
			signal?.throwIfAborted();
			const next = await iterator.next();
			if (next.done === true) return;
			await work(next.value);
		}
	}
	const runs = Array.from({ length: atOnce }, () =>
		run().catch((cause: unknown) => {
			failed = true;
			throw cause;
		}),
	);
	const broken = (await Promise.allSettled(runs)).find((one) => one.status === "rejected");
	if (broken === undefined) return;
	await iterator.return?.();
	throw broken.reason;
}
