import pg from "pg";
import type { TestInstall } from "./database.ts";

/**
 * Lets the leases and locks of killed processes expire now instead of 15 seconds later. The embedded database needs
 * nothing: a process that opens it knows that the ones before have ended.
 * @param workerId the id of the killed process; absent: all processes have been killed
 */
export async function expireLeases(
	{ databaseUrl }: Pick<TestInstall, "databaseUrl">,
	workerId?: string,
): Promise<void> {
	if (databaseUrl === null) return;
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		const { rows } = await client.query<{ owner_id: string; id: string }>(
			"select owner_id, id from jobs where state = 'running' and ($1::text is null or worker_id::text = $1)",
			[workerId ?? null],
		);
		// One at a time: running processes lock the same rows, in an order of their own.
		for (const { owner_id, id } of rows)
			await client.query(
				`update jobs set lease_until = now() - interval '1 second'
				where owner_id = $1 and id = $2 and state = 'running' and ($3::text is null or worker_id::text = $3)`,
				[owner_id, id, workerId ?? null],
			);
		if (workerId === undefined) await client.query("update account_locks set expires_at = now() - interval '1 second'");
		await client.query("update job_sweeps set swept_at = now() - interval '1 minute'");
	} finally {
		await client.end();
	}
}
