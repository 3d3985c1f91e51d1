import type pg from "pg";

/**
 * Lends a connection of the pool to `work`. One that broke meanwhile, or that `spoil` was called for, is thrown away.
 * @param work `spoil` says that the connection cannot be used any more
 */
export async function withClient<T>(
	pool: pg.Pool,
	work: (client: pg.PoolClient, spoil: (cause: Error) => void) => Promise<T>,
): Promise<T> {
	const client = await pool.connect();
	let broken: Error | undefined;
	// The pool listens to idle connections alone; an error that nobody hears would end the process.
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
