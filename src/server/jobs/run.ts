import { newId } from "#shared/ids.ts";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import type { JobKind, Progress } from "./jobs.ts";
import type { ClaimedRow, JobStore } from "./store.ts";

interface Run {
	ctx: Context;
	store: JobStore;
	kind: JobKind;
	id: string;
	/** Jobs of this process, for cancelling at once. */
	running: Map<string, AbortController>;
	stopping: AbortSignal;
	leaseSeconds: number;
	/** Asks for another attempt. @param delay seconds */
	again(delay: number): Promise<void>;
}

const PROGRESS_EVERY_MS = 250;
const FIRST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 900;

/** Takes one job if nobody else has it, keeps its lease alive while it runs, and writes down how it ended. */
export async function runJob(run: Run): Promise<void> {
	const { store, kind, id, running } = run;
	if (run.stopping.aborted || running.has(id)) return;
	const leaseId = newId();
	const row = await store.claim(id, leaseId);
	if (row === null) return;
	const controller = new AbortController();
	running.set(id, controller);
	const reporter = createReporter(run, row, leaseId);
	const heartbeat = setInterval(
		() => {
			store.renew(id, leaseId).then(
				(answer) => {
					if (answer === "cancel") controller.abort(new AppError(409, "cancelled", "Cancelled"));
					if (answer === "lost") controller.abort(new AppError(409, "lease-lost", "Another process took over"));
				},
				(cause: unknown) => run.ctx.log.warn({ err: cause, job: id }, "a job's lease could not be renewed"),
			);
		},
		(run.leaseSeconds * 1000) / 3,
	);
	try {
		if (row.cancel_requested) controller.abort(new AppError(409, "cancelled", "Cancelled"));
		controller.signal.throwIfAborted();
		const result = await kind.run(run.ctx, {
			id,
			ownerId: row.owner_id,
			accountId: row.account_id,
			input: kind.input.parse(row.input),
			attempt: row.attempt,
			previous: row.result,
			signal: controller.signal,
			progress: reporter.update,
		});
		await reporter.flush();
		await publish(run, row, await store.finish(id, leaseId, "done", { result }));
	} catch (cause) {
		await reporter.flush();
		await end(run, row, leaseId, controller.signal, cause);
	} finally {
		clearInterval(heartbeat);
		running.delete(id);
	}
}

async function end(run: Run, row: ClaimedRow, leaseId: string, signal: AbortSignal, cause: unknown): Promise<void> {
	const { store, kind, id } = run;
	const reason = signal.aborted && signal.reason instanceof AppError ? signal.reason.code : null;
	if (reason === "lease-lost") return;
	if (reason === "cancelled") return publish(run, row, await store.finish(id, leaseId, "cancelled", {}));
	if (reason === "stopping") return publish(run, row, await store.requeue(id, leaseId, 0, null));
	const sentence = cause instanceof AppError ? cause.message : "Something went wrong on the server. The log says more.";
	if (cause instanceof AppError || row.attempt >= kind.attempts) {
		run.ctx.log.error({ err: cause, job: id, kind: kind.name }, "a job failed");
		return publish(run, row, await store.finish(id, leaseId, "failed", { error: sentence }));
	}
	const delay = Math.min(FIRST_RETRY_SECONDS * 2 ** (row.attempt - 1), LONGEST_RETRY_SECONDS);
	run.ctx.log.warn({ err: cause, job: id, kind: kind.name, delay }, "a job is tried again");
	await publish(run, row, await store.requeue(id, leaseId, delay, sentence));
	await run.again(delay);
}

async function publish(run: Run, row: ClaimedRow, job: Awaited<ReturnType<JobStore["progress"]>>): Promise<void> {
	if (job !== null) run.ctx.events.publish(row.owner_id, { type: "job", job });
}

/** Collects progress and writes it at most a few times a second, one write at a time. */
function createReporter(run: Run, row: ClaimedRow, leaseId: string) {
	let waiting: Progress | null = null;
	let writing: Promise<void> | null = null;
	let lastWrite = 0;
	let timer: NodeJS.Timeout | undefined;
	const write = async (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		const update = waiting;
		if (update === null) return;
		waiting = null;
		lastWrite = Date.now();
		try {
			await publish(run, row, await run.store.progress(row.id, leaseId, update));
		} catch (cause) {
			run.ctx.log.warn({ err: cause, job: row.id }, "a job's progress could not be written");
		}
	};
	const start = (): Promise<void> => {
		writing ??= write().finally(() => {
			writing = null;
		});
		return writing;
	};
	return {
		update(progress: Progress): void {
			waiting = { ...waiting, ...progress };
			if (timer === undefined)
				timer = setTimeout(() => void start(), Math.max(0, lastWrite + PROGRESS_EVERY_MS - Date.now()));
		},
		async flush(): Promise<void> {
			await writing;
			await start();
		},
	};
}
