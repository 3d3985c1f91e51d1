import type { RunningJob } from "../../platform/jobs/jobs.ts";
import type { Classifier } from "../classify/classifier.ts";
import type { MailContext } from "../context/context.ts";
import type { FolderRole, ProviderSession } from "../provider/provider.ts";
import { createMaintenance } from "../store/maintenance.ts";
import { followSession } from "./follow-session.ts";
import type { Held } from "./local-archive.ts";
import { createNotifier } from "./notify.ts";
import { createPace } from "./pace.ts";
import type { RetryPolicy } from "./retry.ts";
import type { OpenSession } from "./session.ts";
import { resultOf, type SyncStats } from "./status.ts";

/** What the parts of one attempt at a sync share. */
export interface Attempt {
	ctx: MailContext;
	ownerId: string;
	accountId: string;
	retryPolicy: RetryPolicy;
	/** The account's session, another one when the one before broke. */
	session(): Promise<ProviderSession>;
	/** The provider tells which messages belong together. */
	hasThreads: boolean;
	/** What is new since the last listing has just come: false for a mailbox that grows by upload. */
	hasNewMail: boolean;
	/** What the person has here already of this mailbox, in an uploaded archive; null: nothing. Known once folders are listed. */
	held: Held | null;
	/** By folder id; known once folders are listed. */
	roles: ReadonlyMap<string, FolderRole>;
	/** Puts messages into categories. */
	classifier: Classifier;
	/** As it was stored last. */
	stats: SyncStats;
	/** Which of the two its progress speaks of: listing goes on now and then while bodies are fetched, and beside it. */
	phase: "listing" | "bodies";
	maintenance: ReturnType<typeof createMaintenance>;
	/** Tells browsers that mail changed. */
	changed(): void;
	/**
	 * Shows how far a phase has come, if it is its turn.
	 * @param progress.note what is going on, in words
	 * @param progress.atLeast seconds that it takes from here on, whatever the speed so far
	 */
	report(
		phase: Attempt["phase"],
		progress: { done: number; total: number | null; note: string | null; atLeast?: number | undefined },
	): void;
	/** @throws Yield when others wait for their turn: call it where the sync can be gone on with */
	yieldIfWaiting(): Promise<void>;
	/** Gives back sessions that were opened meanwhile. */
	close(): Promise<void>;
}

export function createAttempt(
	ctx: MailContext,
	job: RunningJob<{ accountId: string }>,
	opened: OpenSession,
	stats: SyncStats,
	classifier: Classifier,
): Attempt {
	const { ownerId, signal } = job;
	const { accountId } = job.input;
	const pace = createPace(ctx.now);
	const notifier = createNotifier(ctx, ownerId, accountId);
	const sessions = followSession(ctx, ownerId, accountId, opened);
	const attempt: Attempt = {
		ctx,
		ownerId,
		accountId,
		retryPolicy: {
			signal,
			onWait: (seconds) => job.progress({ note: `The mail server asks to wait ${seconds} s`, secondsLeft: null }),
		},
		session: sessions.current,
		hasThreads: opened.provider.capabilities.threadIds,
		hasNewMail: opened.provider.capabilities.remote,
		held: null,
		roles: new Map(),
		classifier,
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
