import type { SyncRun, SyncTrigger } from "#shared/contracts/accounts.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import type { Tone } from "#web/ui/base/badge.tsx";
import { t } from "./text.ts";

/** One row of the history. */
export interface Run {
	sync: SyncRun;
	/** Its job while it runs. */
	job: Job | null;
}

/** @param job the running sync; the list may not contain it yet, or be behind it */
export function runsOf(syncs: readonly SyncRun[], job: Job | null): Run[] {
	const over = syncs.filter(({ id }) => id !== job?.id).map((sync) => ({ sync, job: null }));
	if (job === null) return over;
	const known = syncs.find(({ id }) => id === job.id);
	const count = (name: string) => (typeof job.result?.[name] === "number" ? job.result[name] : 0);
	const sync: SyncRun = {
		id: job.id,
		state: job.state,
		trigger: known?.trigger ?? null,
		startedAt: job.startedAt ?? job.createdAt,
		finishedAt: null,
		seconds: null,
		added: count("added"),
		changed: count("changed"),
		removed: count("removed"),
		skippedCount: count("skippedCount"),
		damaged: count("damaged"),
		error: null,
		note: job.note,
	};
	return [{ sync, job }, ...over];
}

const triggers: Record<SyncTrigger, string> = {
	user: t.history.you,
	schedule: t.history.schedule,
	push: t.history.mailServer,
	first: t.history.firstSync,
};

/** What triggered a sync. */
export function triggerName(trigger: SyncTrigger | null): string {
	return trigger === null ? "–" : triggers[trigger];
}

/** Short outcome of a sync. */
export function outcomeOf({ state, skippedCount }: SyncRun): { tone: Tone; label: string } {
	switch (state) {
		case "running":
			return { tone: "blue", label: t.history.inProgress };
		case "queued":
			return { tone: "amber", label: t.history.retried };
		case "failed":
			return { tone: "red", label: t.history.failed };
		case "cancelled":
			return { tone: "neutral", label: t.history.stopped };
		default:
			return skippedCount > 0
				? { tone: "amber", label: t.history.doneWithErrors }
				: { tone: "green", label: t.history.done };
	}
}

/** "2 unreadable, 1 damaged": messages not imported intact; null if there are none. */
export function problemsLine({ skippedCount, damaged }: SyncRun): string | null {
	const parts = [
		skippedCount > 0 && t.history.unreadable(skippedCount),
		damaged > 0 && t.history.damaged(damaged),
	].filter(Boolean);
	return parts.length > 0 ? parts.join(", ") : null;
}

/** "3 added, 1 changed": for narrow screens, which have no columns for it. */
export function countsLine({ added, changed, removed }: SyncRun): string {
	const parts = [
		added > 0 && t.history.addedCount(added),
		changed > 0 && t.history.changedCount(changed),
		removed > 0 && t.history.removedCount(removed),
	].filter(Boolean);
	return parts.length > 0 ? parts.join(", ") : t.history.nothingNew;
}
