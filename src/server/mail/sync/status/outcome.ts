import { randomBetween } from "#shared/random-between.ts";
import { AppError } from "../../../errors.ts";
import { RetryAfter, type RunningJob, Yield } from "../../../platform/jobs/jobs.ts";
import { LockLost } from "../../../platform/locks/account-lock.ts";
import { NoProgress } from "../../../progress.ts";
import { AuthExpired, CannotConnect, RateLimited, Unavailable } from "../../provider/errors.ts";

/** Failed attempts at an unreachable server after which the user is emailed: about half an hour. */
const EMAIL_AFTER = 8;
const FIRST_WAIT_SECONDS = 15;
const MAX_WAIT_SECONDS = 900;

export interface SyncOutcome {
	/** Status of the account; null: unchanged, because the sync resumes. */
	status: "idle" | "failed" | null;
	sentence: string | null;
	/** State in the history; null: not recorded. */
	state: "queued" | "failed" | "cancelled" | null;
	signInAgain: boolean;
	/** Sentence to email to the user, if any. */
	emailedSentence: string | null;
	/** Error that the job ends with. */
	failure: unknown;
}

/**
 * Maps a failure to the account's status, the history entry and the job's error.
 * @param attempts maximum number of attempts for unexpected errors
 */
export function outcomeOf(
	job: Pick<RunningJob<unknown>, "signal" | "attempt">,
	attempts: number,
	cause: unknown,
): SyncOutcome {
	const nothing = { signInAgain: false, emailedSentence: null };
	if (job.signal.aborted) {
		const failure: unknown = job.signal.reason;
		const isCanceled = failure instanceof AppError && failure.code === "cancelled";
		if (!isCanceled) return { ...nothing, status: null, sentence: null, state: null, failure };
		return { ...nothing, status: "idle", sentence: "The sync was canceled.", state: "cancelled", failure };
	}
	// With a lost lock, another process syncs the account now and reports how that ends.
	if (cause instanceof Yield || cause instanceof LockLost)
		return { ...nothing, status: null, sentence: null, state: null, failure: cause };
	if (cause instanceof RateLimited) {
		const sentence = `The mail server asked to wait ${inWords(cause.retryAfter)}. The sync resumes then.`;
		const failure = new RetryAfter(cause.retryAfter, sentence, { cause });
		return { ...nothing, status: "idle", sentence, state: "queued", failure };
	}
	if (cause instanceof AuthExpired || isSignInRefused(cause)) {
		const sentence = "This mailbox requires you to sign in again. Reconnect it, then sync.";
		const failure = new AppError(409, "needs-sign-in", sentence, { cause });
		return { status: "failed", sentence, state: "failed", signInAgain: true, emailedSentence: sentence, failure };
	}
	if (cause instanceof Unavailable || cause instanceof CannotConnect) {
		const why = cause instanceof CannotConnect ? cause.message : "Couldn't reach the mail server.";
		const sentence = `${why} Retrying automatically.`;
		const emailedSentence = job.attempt === EMAIL_AFTER ? sentence : null;
		const failure = new RetryAfter(backOff(job.attempt), sentence, { cause });
		return { ...nothing, status: "failed", sentence, state: "queued", emailedSentence, failure };
	}
	if (cause instanceof NoProgress) {
		const what = cause.folder === null ? "its list of emails" : `its list of emails in “${cause.folder}”`;
		const sentence = `The mail server repeats ${what} without end, so the sync was stopped. Sync again later, or ask your email provider for help.`;
		const failure = new AppError(502, "no-progress", sentence, { cause });
		return { ...nothing, status: "failed", sentence, state: "failed", emailedSentence: sentence, failure };
	}
	if (cause instanceof AppError)
		return {
			...nothing,
			status: "failed",
			sentence: cause.message,
			state: "failed",
			emailedSentence: cause.message,
			failure: cause,
		};
	const isLast = job.attempt >= attempts;
	const sentence = isLast
		? "Something went wrong on the server. See its log for details."
		: "Something went wrong on the server. Retrying automatically. See the log for details.";
	const emailedSentence = isLast ? "Several attempts failed." : null;
	return {
		...nothing,
		status: "failed",
		sentence,
		state: isLast ? "failed" : "queued",
		emailedSentence,
		failure: cause,
	};
}

/** The server is reachable but rejects the account's sign-in. */
function isSignInRefused(cause: unknown): boolean {
	return (
		cause instanceof CannotConnect &&
		cause.server === "incoming" &&
		["password", "app-password", "refused-account"].includes(cause.fault)
	);
}

/** Seconds, doubled with each attempt, with jitter so that accounts do not retry in step. */
function backOff(attempt: number): number {
	return Math.min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), MAX_WAIT_SECONDS) * randomBetween(0.75, 1.25);
}

function inWords(seconds: number): string {
	if (seconds < 100) return `${Math.ceil(seconds)} seconds`;
	if (seconds < 100 * 60) return `${Math.ceil(seconds / 60)} minutes`;
	return `${Math.ceil(seconds / 3600)} hours`;
}
