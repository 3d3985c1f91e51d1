/**
 * Answers single requests with one call for all that are made in the same turn of the event loop.
 * @param load throws for all of them
 * @param limit keys per call
 */
export function createLoader<K, V>(
	load: (keys: readonly K[]) => Promise<(key: K) => V>,
	limit = 500,
): (key: K) => Promise<V> {
	let waiting: { key: K; resolve: (value: V) => void; reject: (cause: unknown) => void }[] = [];
	const run = async (): Promise<void> => {
		const all = waiting;
		waiting = [];
		for (let at = 0; at < all.length; at += limit) {
			const group = all.slice(at, at + limit);
			try {
				const found = await load(group.map(({ key }) => key));
				for (const { key, resolve } of group) resolve(found(key));
			} catch (cause) {
				for (const { reject } of group) reject(cause);
			}
		}
	};
	return (key) =>
		new Promise((resolve, reject) => {
			if (waiting.length === 0) setImmediate(() => void run());
			waiting.push({ key, resolve, reject });
		});
}
