import type pg from "pg";
import { asUnavailable } from "./unavailable.ts";

/**
 * Keeps a listener for errors on every connection of the pool. The pool itself listens only while a connection is idle,
 * and an error without a listener ends the process: a server that stops may send the end of a statement and its own end
 * in one piece, before the code that waits for the connection has run.
 */
export function listenToErrors(pool: pg.Pool): void {
	pool.on("connect", (client) => client.on("error", () => undefined));
}

/**
 * Runs `work` with a connection of the pool. A connection that broke, or was given up by `discard`, is not used again.
 * @param work calls `discard` when the connection is no longer usable
 * @throws DatabaseUnavailable when no connection can be made
 */
export async function withClient<T>(
	pool: pg.Pool,
	work: (client: pg.PoolClient, discard: (cause: Error) => void) => Promise<T>,
): Promise<T> {
	const client = await pool.connect().catch((cause: unknown) => {
		throw asUnavailable(cause);
	});
	let broken: Error | undefined;
	const discard = (cause: Error): void => {
		broken = cause;
	};
	client.on("error", discard);
	try {
		return await work(client, discard);
	} finally {
		client.off("error", discard);
		client.release(broken);
	}
}
