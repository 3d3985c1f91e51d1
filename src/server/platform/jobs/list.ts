import type { Job } from "#shared/contracts/jobs.ts";
import type { Database } from "../../db/database.ts";
import { cutPage, type KeyPage, readCursor, timeKey } from "../../key-cursor.ts";
import type { JobRow } from "./job-row.ts";
import type { JobQuery } from "./jobs.ts";

/** Jobs per page. */
const PAGE = 50;

/** A page of jobs that are not in the background, newest first. @throws AppError 400 `bad-cursor` */
export async function listJobs(
	database: Database,
	ownerId: string,
	{ active = false, account, kind, limit = PAGE, cursor }: JobQuery = {},
	present: (row: JobRow) => Job,
): Promise<KeyPage<Job>> {
	const [date = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<JobRow & { date: string; all_jobs: number }>(
		`select * from (
			select *, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date,
				count(*) over ()::int as all_jobs
			from jobs where owner_id = $1 and not background ${active ? "and state in ('queued', 'running')" : ""}
				and ($2::uuid is null or account_id = $2) and ($6::text is null or kind = $6)
		) listed where $3::timestamptz is null or (created_at, id) < ($3, $4::uuid)
		order by created_at desc, id desc limit $5`,
		[ownerId, account ?? null, date, id, limit + 1, kind ?? null],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.date, row.id]);
	return { items: page.map(present), total: rows[0]?.all_jobs ?? 0, nextCursor };
}
