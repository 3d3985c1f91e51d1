import { z } from "zod";

/** Owner of the server's own schedules. */
export const SYSTEM_OWNER = "system";

/** A run of a scheduled task. */
export interface ScheduledRun<Input = unknown> {
	ownerId: string;
	key: string;
	input: Input;
	/** When it was due; earlier than now after downtime. */
	dueAt: Date;
	/** Aborted when the process stops or the lease is lost. */
	signal: AbortSignal;
}

/**
 * A task that runs on a schedule. Long work belongs into a job or a batch that the task enqueues.
 */
export interface ScheduledTask<Ctx, Input = unknown> {
	/** Never change it: schedules are stored under it. Starts with the module's name: `smart-archive.sweeps`. */
	name: string;
	input: z.ZodType<Input>;
	/** Runs for the server as a whole, without being scheduled at run time: a cron expression in UTC. */
	cron?: string;
	/** Runs at least once per due time; retried when it throws. Missed due times are run once. */
	run(ctx: Ctx, run: ScheduledRun<Input>): Promise<void>;
}

/** A task of the server as a whole. @param cron five fields, in UTC */
export function recurring<Ctx>(
	name: string,
	cron: string,
	run: (ctx: Ctx, run: ScheduledRun<null>) => Promise<void>,
): ScheduledTask<Ctx> {
	return { name, cron, input: z.null(), run } as ScheduledTask<Ctx, null> as ScheduledTask<Ctx>;
}
