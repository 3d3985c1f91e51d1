import { AppError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { RetryAfter } from "../jobs/jobs.ts";
import type { ClaimedItem, EndedItem } from "./items.ts";
import type { BatchKey, RunningItem, WorkKind } from "./work.ts";

type AnyKind<Ctx> = WorkKind<unknown, unknown, Ctx>;

const FIRST_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 900;
/** Further attempts to reconcile, after those to run. */
const RECONCILE_ATTEMPTS = 5;
const INTERNAL = "Something went wrong on the server. See its log for details.";
const UNKNOWN = "The server was interrupted, and it could not be found out whether this was completed.";

interface ItemRun<Ctx> {
	ctx: Ctx;
	log: Logger;
	kind: AnyKind<Ctx>;
	/** The batch. */
	key: BatchKey;
	claimed: ClaimedItem;
	/** @throws when the stored item does not fit its schema */
	start(claimed: ClaimedItem): RunningItem<unknown>;
	signal: AbortSignal;
	now(): number;
}

/** Runs a claimed item, or finds out how its interrupted run ended. @returns its next state; never throws */
export async function runItem<Ctx>(run: ItemRun<Ctx>): Promise<EndedItem & { cause?: unknown }> {
	const { ctx, kind, claimed, signal } = run;
	let isReconciling = false;
	try {
		const running = run.start(claimed);
		if (claimed.isUncertain && kind.delivery === "at-most-once") {
			isReconciling = true;
			const found = await kind.reconcile(ctx, running);
			if (found.state === "done") return done(run, found.result);
			if (found.state === "unknown") return unknown(run);
			isReconciling = false;
			if (claimed.attempt > kind.attempts) return failed(run, INTERNAL, "internal");
		}
		if (signal.aborted) return { ...of(claimed), state: "waiting", isRefunded: true };
		return done(run, await kind.run(ctx, running));
	} catch (cause) {
		return { ...(isReconciling ? reconcileLater(run, cause) : afterFailure(run, cause)), cause };
	}
}

function done<Ctx>({ kind, claimed }: ItemRun<Ctx>, given: unknown): EndedItem {
	const result = kind.result.parse(given);
	const label = kind.outcome?.(result);
	return { ...of(claimed), state: "done", result, ...(label !== undefined && { outcome: label }) };
}

function unknown<Ctx>({ claimed }: ItemRun<Ctx>): EndedItem {
	return { ...of(claimed), state: "unknown", error: UNKNOWN, errorCode: "unknown" };
}

function of({ position, key }: ClaimedItem): Pick<EndedItem, "position" | "key"> {
	return { position, key };
}

function failed<Ctx>({ claimed }: ItemRun<Ctx>, error: string, errorCode: string): EndedItem {
	return { ...of(claimed), state: "failed", error, errorCode };
}

/** `run` threw. With `at-most-once`, only an `AppError` and a `RetryAfter` say that it had no effect. */
function afterFailure<Ctx>(run: ItemRun<Ctx>, cause: unknown): EndedItem {
	const { kind, claimed, signal, now } = run;
	const base = { ...of(claimed), isUncertain: kind.delivery === "at-most-once" };
	if (cause instanceof RetryAfter) return { ...delayed(run, cause.seconds, cause.message), isRefunded: true };
	if (signal.aborted) return { ...base, state: "waiting", isRefunded: true };
	if (cause instanceof AppError) return failed(run, cause.message, cause.code);
	note(run, cause);
	if (base.isUncertain) return { ...base, state: "delayed", runAt: now() + FIRST_RETRY_SECONDS * 1000 };
	if (claimed.attempt >= kind.attempts) return failed(run, INTERNAL, "internal");
	return delayed(run, backoff(run, claimed.attempt), INTERNAL);
}

/** `reconcile` threw: the outcome stays unknown until it succeeds. */
function reconcileLater<Ctx>(run: ItemRun<Ctx>, cause: unknown): EndedItem {
	const { kind, claimed, signal } = run;
	const base = { isUncertain: true, isRefunded: true };
	if (cause instanceof RetryAfter) return { ...delayed(run, cause.seconds, cause.message), ...base };
	if (signal.aborted) return { ...of(claimed), ...base, state: "waiting" };
	note(run, cause);
	if (claimed.attempt >= kind.attempts + RECONCILE_ATTEMPTS) return unknown(run);
	return { ...delayed(run, backoff(run, claimed.attempt), UNKNOWN), isUncertain: true };
}

function delayed<Ctx>({ claimed, now }: ItemRun<Ctx>, seconds: number, error: string): EndedItem {
	return { ...of(claimed), state: "delayed", runAt: now() + seconds * 1000, error };
}

function backoff<Ctx>({ kind }: ItemRun<Ctx>, attempt: number): number {
	return kind.backoff?.(attempt) ?? Math.min(FIRST_RETRY_SECONDS * 2 ** (attempt - 1), MAX_RETRY_SECONDS);
}

function note<Ctx>({ log, kind, key, claimed }: ItemRun<Ctx>, cause: unknown): void {
	const fields = { kind: kind.name, batch: key.id, position: claimed.position, attempt: claimed.attempt };
	log.warn({ event: "work.item_failed", err: cause, ...fields }, "An item of work failed");
}
