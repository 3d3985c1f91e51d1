import type { RunningJob } from "../../platform/jobs/jobs.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import type { Classifier } from "../classify/classifier.ts";
import type { MailContext } from "../context/context.ts";
import type { FolderRole, Provider } from "../provider/provider.ts";
import type { RetryPolicy } from "../provider/retry.ts";
import type { ProviderSession } from "../provider/session.ts";
import { renewingSession } from "../sessions/renewing-session.ts";
import type { OpenSession } from "../sessions/session.ts";
import { createMaintenance } from "../store/maintenance.ts";
import type { LocalArchive } from "./local-archive.ts";
import { createNotifier } from "./notify.ts";
import { createPace } from "./pace.ts";
import { resultOf, type SyncStats } from "./status/status.ts";

/** If a mail server asks for a longer wait, the job's next attempt syncs. */
const MAX_WAIT_SECONDS = 900;
const UNAVAILABLE_TRIES = 4;

/** State shared by the parts of one sync attempt. */
export interface Attempt {
	ctx: MailContext;
	ownerId: string;
	accountId: string;
	retryPolicy: RetryPolicy;
	provider: Provider;
	/** The account's open session; opens a new one if the previous one broke. */
	session(): Promise<ProviderSession>;
	/** The provider reports which messages belong to a thread. */
	hasThreads: boolean;
	/** Messages since the last listing count as new mail; false for a mailbox that grows by upload. */
	hasNewMail: boolean;
	/**
	 * Messages of this mailbox that the user already has in an uploaded archive; null if there is none. Set once folders
	 * are listed.
	 */
	localArchive: LocalArchive | null;
	/** By folder id; set once folders are listed. */
	roles: ReadonlyMap<string, FolderRole>;
	/** Assigns categories to messages. */
	classifier: Classifier;
	/** The account's sync lock. */
	lock: AccountLock;
	/** As last stored. */
	stats: SyncStats;
	/** Phase whose progress is reported: while bodies are fetched, listing still runs from time to time, concurrently. */
	phase: "listing" | "bodies";
	maintenance: ReturnType<typeof createMaintenance>;
	/** Notifies browsers that mail changed. */
	changed(): void;
	/**
	 * Reports progress of a phase; ignored unless it is the current one.
	 * @param progress.note what is being done, shown to the user
	 * @param progress.atLeast lower bound of the remaining seconds, whatever the measured speed
	 */
	report(
		phase: Attempt["phase"],
		progress: { done: number; total: number | null; note: string | null; atLeast?: number | undefined },
	): void;
	/** @throws Yield when other jobs are waiting; call it only where the sync can resume */
	yieldIfWaiting(): Promise<void>;
	/** Closes sessions that were opened during the attempt. */
	close(): Promise<void>;
}

export function createAttempt(
	ctx: MailContext,
	job: RunningJob<{ accountId: string }>,
	{
		opened,
		stats,
		classifier,
		lock,
	}: { opened: OpenSession; stats: SyncStats; classifier: Classifier; lock: AccountLock },
): Attempt {
	const { ownerId, signal } = job;
	const { accountId } = job.input;
	const pace = createPace(ctx.now);
	const notifier = createNotifier(ctx, ownerId, accountId);
	const sessions = renewingSession(ctx, ownerId, accountId, opened);
	const attempt: Attempt = {
		ctx,
		ownerId,
		accountId,
		retryPolicy: {
			signal,
			longestWaitSeconds: MAX_WAIT_SECONDS,
			unavailableTries: UNAVAILABLE_TRIES,
			pause: ctx.pause,
			onWait: (seconds) => job.progress({ note: `The mail server asks to wait ${seconds} s`, secondsLeft: null }),
		},
		provider: opened.provider,
		session: sessions.current,
		hasThreads: opened.provider.capabilities.threadIds,
		hasNewMail: opened.provider.capabilities.receives,
		localArchive: null,
		roles: new Map(),
		classifier,
		lock,
		stats,
		phase: "listing",
		maintenance: createMaintenance(ctx.database),
		changed: notifier.changed,
		yieldIfWaiting: job.yieldIfWaiting,
		report(phase, { done, total, note, atLeast = 0 }) {
			if (phase !== attempt.phase) return;
			const atThisPace = pace.secondsLeft(done, total);
			const secondsLeft = atLeast > 0 ? Math.max(atLeast, atThisPace ?? 0) : atThisPace;
			const unit = phase === "listing" ? attempt.stats.unit : "messages";
			job.progress({ done, total, unit, note, secondsLeft, result: resultOf(attempt.stats, ctx.now()) });
		},
		async close() {
			notifier.close();
			await sessions.close();
		},
	};
	return attempt;
}
