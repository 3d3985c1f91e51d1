import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { asUnavailable } from "./unavailable.ts";
import { withClient } from "./with-client.ts";

interface OpenTransaction {
	readonly client: pg.PoolClient;
	/** Run when it commits, in order. */
	readonly afterCommit: (() => void)[];
	/** Why it cannot commit any more: a part of it failed. */
	failure: Error | null;
	/** Work that was started inside and not awaited runs outside from now on. */
	isOver: boolean;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/** The transaction that the calling code runs in; null outside any. */
export function openTransaction(): OpenTransaction | null {
	const open = current.getStore();
	return open === undefined || open.isOver ? null : open;
}

/**
 * Runs `work` in a transaction of its own, or as a part of the open one.
 * @throws what `work` throws, after a rollback; DatabaseUnavailable when the connection is lost
 */
export function inTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
	const open = openTransaction();
	return open === null ? runTransaction(pool, work) : runPart(open, work);
}

async function runPart<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		open.failure ??= cause instanceof Error ? cause : new Error(String(cause));
		throw cause;
	}
}

function runTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
	return withClient(pool, async (client, discard) => {
		const open: OpenTransaction = { client, afterCommit: [], failure: null, isOver: false };
		try {
			await runQuery(client, "begin");
			const result = await current.run(open, work);
			if (open.failure !== null) throw open.failure;
			open.isOver = true;
			await runQuery(client, "commit");
			for (const after of open.afterCommit) current.exit(after);
			return result;
		} catch (cause) {
			open.isOver = true;
			await client.query("rollback").catch(discard);
			throw cause;
		}
	});
}

/** @throws DatabaseUnavailable when the connection is lost */
export async function runQuery<R extends object>(
	on: pg.Pool | pg.PoolClient,
	text: string,
	values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
	try {
		return await on.query<R>(text, values);
	} catch (cause) {
		throw asUnavailable(cause);
	}
}
