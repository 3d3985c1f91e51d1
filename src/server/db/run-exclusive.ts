import type { Database } from "./database.ts";
import { withClient } from "./with-client.ts";

/** Namespace of these advisory locks. */
const SEED = 7_461_203;

/**
 * Runs `work` unless another process on this database is running it. The advisory lock belongs to a transaction that
 * does nothing else, so it is released when the process dies, and works through PgBouncer.
 * @returns whether it ran
 */
export async function runExclusive(database: Database, what: string, work: () => Promise<void>): Promise<boolean> {
	if (database.embedded) {
		await work();
		return true;
	}
	return withClient(database.pool, async (client, discard) => {
		try {
			await client.query("begin");
			const { rows } = await client.query<{ mine: boolean }>(
				"select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as mine",
				[what, SEED],
			);
			const isMine = rows[0]?.mine === true;
			if (isMine) await work();
			return isMine;
		} finally {
			await client.query("commit").catch(discard);
		}
	});
}
