import type pg from "pg";

/**
 * Runs `work` with a connection of the pool. A connection that broke, or was marked by `spoil`, is discarded.
 * @param work calls `spoil` when the connection is no longer usable
 */
export async function withClient<T>(
	pool: pg.Pool,
	work: (client: pg.PoolClient, spoil: (cause: Error) => void) => Promise<T>,
): Promise<T> {
	const client = await pool.connect();
	let broken: Error | undefined;
	// The pool handles errors of idle connections only; an unhandled one would end the process.
	const spoil = (cause: Error): void => {
		broken = cause;
	};
	client.on("error", spoil);
	try {
		return await work(client, spoil);
	} finally {
		client.off("error", spoil);
		client.release(broken);
	}
}
