import { type Database, openDatabase } from "#server/db/database.ts";
import { createLogger } from "#server/log.ts";
import { watchDisk } from "#server/platform/disk/disk.ts";
import { createEvents, type Events } from "#server/platform/events/bus.ts";
import { createJobs } from "#server/platform/jobs/engine.ts";
import type { JobKind, Jobs, JobsContext } from "#server/platform/jobs/jobs.ts";
import { createWork } from "#server/platform/work/engine.ts";
import type { Work, WorkContext, WorkKind } from "#server/platform/work/work.ts";
import type { TestInstall } from "./database.ts";

/** Jobs and work without the rest of the server. */
export interface TestWork {
	work: Work;
	jobs: Jobs;
	database: Database;
	events: Events;
	close(): Promise<void>;
}

/**
 * Opens an installation to run batches of these kinds, as a process does; `jobs.start` lets it claim them.
 * @param open its database, open already, which stays so
 */
export async function openWork(
	install: Pick<TestInstall, "dataDir" | "databaseUrl">,
	kinds: readonly WorkKind<unknown, unknown, WorkContext>[],
	now: () => number = Date.now,
	open?: Database,
): Promise<TestWork> {
	const log = createLogger({ logLevel: process.env.TEST_LOG === undefined ? "silent" : "debug" });
	const fail = (cause: Error): never => {
		throw cause;
	};
	const database = open ?? (await openDatabase({ ...install, databasePool: 5 }, log, fail));
	const events = await createEvents({ ...install, databaseListenUrl: null }, database, log);
	const config = { dataDir: install.dataDir, disk: { reserveBytes: 0, warnBytes: 0 } };
	const disk = watchDisk(config, log);
	const parts = { config, disk, log, database, events, now };
	const engine = createWork<WorkContext>(parts, kinds, () => jobs);
	const jobs = createJobs(
		parts as unknown as Omit<JobsContext, "jobs">,
		engine.jobs as unknown as readonly JobKind<unknown, JobsContext>[],
	);
	return {
		...{ work: engine.work, jobs, database, events },
		async close() {
			await jobs.stop();
			disk.close();
			await events.close();
			if (open === undefined) await database.close();
		},
	};
}
