/** Runs work of one account after its earlier work, whether that succeeded or not; accounts do not wait for each other. */
export function createAccountQueue(): <T>(accountId: string, work: () => Promise<T>) => Promise<T> {
	const queues = new Map<string, Promise<unknown>>();
	return (accountId, work) => {
		const result = (queues.get(accountId) ?? Promise.resolve()).then(work, work);
		const settled = result.then(
			() => undefined,
			() => undefined,
		);
		queues.set(accountId, settled);
		void settled.then(() => {
			if (queues.get(accountId) === settled) queues.delete(accountId);
		});
		return result;
	};
}
