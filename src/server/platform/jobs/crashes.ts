import type { Job } from "#shared/contracts/jobs.ts";
import type { Database } from "../../db/database.ts";
import type { ExitNote } from "../watchdog/exit-notes.ts";
import { type JobRow, toJob } from "./job-row.ts";
import { JOB_CRASHED, MAX_CRASHES } from "./store.ts";

const SENTENCE = `This job crashed the server ${MAX_CRASHES} times and will not run again. See the server's log for details.`;

interface Verdict {
	crashes: number;
	isSuspect: boolean;
}

/**
 * What a crash means for one job that was running. It counts against a job only when that job can be the cause: the
 * watchdog named it, it ran alone, or it was a suspect already, of which only one runs at a time. A suspect that got
 * further than at its last crash starts counting from zero: it does not fail at the same point.
 */
function judge(row: JobRow, note: ExitNote, running: number): Verdict {
	const { crashes, suspect, done, done_at_crash } = row;
	if (note.reason === "stopped") return { crashes, isSuspect: suspect };
	if (note.isKnown)
		return note.jobId === row.id ? { crashes: crashes + 1, isSuspect: true } : { crashes, isSuspect: false };
	if (running > 1 && !suspect) return { crashes, isSuspect: true };
	return { crashes: done > done_at_crash ? 1 : crashes + 1, isSuspect: true };
}

/**
 * Requeues the jobs of a process that ended without a clean shutdown; those that crashed it too often fail. Of a
 * process that may still be alive, only jobs with expired leases are requeued.
 * @returns every job whose state changed, with its owner
 */
export async function recoverJobs(database: Database, note: ExitNote): Promise<{ ownerId: string; job: Job }[]> {
	return database.transaction(async () => {
		const rows = await database.query<JobRow>(
			`select * from jobs where state = 'running' and worker_id = $1 and ($2 or lease_until < now())
			order by owner_id, id for update`,
			[note.processId, note.isOver],
		);
		const recovered: { ownerId: string; job: Job }[] = [];
		for (const row of rows) {
			const { crashes, isSuspect } = judge(row, note, rows.length);
			const hasFailed = crashes >= MAX_CRASHES;
			const changed = await database.one<JobRow>(
				`update jobs set crashes = $3, suspect = $4, done_at_crash = greatest(done_at_crash, done),
					lease_id = null, lease_until = null, seconds_left = null,
					state = case when $5 then 'failed' else 'queued' end,
					queue_position = case when $5 then null else now() end,
					finished_at = case when $5 then now() end,
					background = background and not $5,
					error = case when $5 then $6 end, error_code = case when $5 then $7 end
				where owner_id = $1 and id = $2 returning *`,
				[row.owner_id, row.id, crashes, isSuspect && !hasFailed, hasFailed, SENTENCE, JOB_CRASHED],
			);
			if (changed !== undefined) recovered.push({ ownerId: changed.owner_id, job: toJob(changed) });
		}
		return recovered;
	});
}
