import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { allPages } from "#web/lib/api/all-pages.ts";
import { type JobResult, type StartedJobs, useJobAction } from "#web/lib/jobs/job-action.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import type { PlanResult } from "#web/lib/plan/result.ts";
import { offerUndo, refreshMail } from "#web/lib/undo/undo.ts";
import { undoableOperation } from "#web/lib/undo/undo-stack.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { listsKey, type Mode, type Subscription, unsubscriber } from "../base/api.ts";
import { outcomeCountsOf } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { deletedToast, removalOver } from "./deleted.ts";
import { notifyOne } from "./notify-one.ts";
import { latestAttempt, requestUnsubscribing } from "./request.ts";
import type { RunSummary } from "./run-summary.tsx";
import { needsStep } from "./steps.ts";
import { checkLists } from "./use-checked.ts";
import { useManualSteps } from "./use-manual-steps.ts";

/** What a request has started. */
interface StartedRun {
	/** Null: there is nothing to unsubscribe from. */
	job: Job | null;
	/** The plan that trashes the emails of the lists after unsubscribing; null: none. */
	removalAfter: string | null;
}

/** Lists, and the run to follow or how to start one. */
interface Follow {
	lists: readonly Subscription[];
	mode: Mode;
	/** Absent: it is started now. */
	started?: StartedRun;
}

interface FollowedJobs extends StartedJobs {
	removalAfter?: string | null;
}

interface Outlets {
	/** A single list needs another step. */
	onNeedsAction: (list: Subscription) => void;
	/** A run over several lists has ended. */
	onSummary: (summary: RunSummary) => void;
}

/** Requests unsubscribing, follows the job, and reports the result. */
export function useUnsubscribe({ onNeedsAction, onSummary }: Outlets) {
	const client = useQueryClient();
	const [checking, setChecking] = useState<ReadonlySet<string>>(new Set());
	const refresh = useCallback(() => client.invalidateQueries({ queryKey: listsKey }), [client]);
	const manualSteps = useManualSteps(refresh);

	const report = useReport({ onNeedsAction, onSummary });
	const { run, runs } = useJobAction<Follow, FollowedJobs>({
		start: async ({ lists, mode, started }) => {
			const { job, removalAfter } = started ?? (await requestUnsubscribing(lists, mode));
			await refresh();
			return { jobs: job === null ? [] : [job], removalAfter };
		},
		onDone: report,
		onCancelled: report,
		failed: t.unsubscribe.unsubscribeFailed,
		refresh: [listsKey],
	});
	const busy = useMemo(
		() => new Set([...checking, ...runs.flatMap(({ input }) => input?.lists.map(({ id }) => id) ?? [])]),
		[checking, runs],
	);
	/** Follows a run that was started with a plan. */
	const follow = useCallback(
		(lists: readonly Subscription[], started: StartedRun) => run({ lists, mode: "unsubscribe_delete", started }),
		[run],
	);
	/** Several lists; the user has confirmed it. */
	const unsubscribeAll = useCallback(
		(lists: readonly Subscription[]) => void run({ lists, mode: "unsubscribe" }),
		[run],
	);

	/** A single list: in the way that its badge shows, else only after asking. */
	const unsubscribeOne = useCallback(
		async (list: Subscription) => {
			setChecking((now) => new Set([...now, list.id]));
			const verified = await verifiedOf(list).finally(() =>
				setChecking((now) => new Set([...now].filter((id) => id !== list.id))),
			);
			const { method, explanation, address, byUser } = verified.unsubscribe;
			if (method !== list.unsubscribe.method) {
				await refresh();
				if (byUser || method === "none") return onNeedsAction(verified);
				const question = {
					title: t.unsubscribe.byEmailInstead(list.name),
					description: t.unsubscribe.byEmailInsteadDescription(explanation, address ?? ""),
					confirm: t.unsubscribe.sendEmail,
				};
				if (!(await confirm(question))) return;
			}
			void run({ lists: [list], mode: "unsubscribe" });
		},
		[run, refresh, onNeedsAction],
	);

	return useMemo(
		() => ({
			/** Lists that this page is checking or has a request in progress for. */
			busy,
			unsubscribeOne,
			unsubscribeAll,
			request: requestUnsubscribing,
			follow,
			...manualSteps,
		}),
		[busy, unsubscribeOne, unsubscribeAll, follow, manualSteps],
	);
}

export type UnsubscribeState = ReturnType<typeof useUnsubscribe>;

/** Reports how a run has ended: a single list in a toast, several in a summary. */
function useReport({ onNeedsAction, onSummary }: Outlets) {
	const client = useQueryClient();
	const offerUndoOf = (removed: PlanResult | null) => {
		if (removed !== null && removed.applied > 0)
			offerUndo(client, undoableOperation(removed.operation), deletedToast(removed));
	};
	return async ({ jobs: [job], input, started }: JobResult<Follow, FollowedJobs>) => {
		if (!input) return;
		const removalAfter = "removalAfter" in started ? (started.removalAfter ?? null) : null;
		const isCancelled = job?.state === "cancelled";
		const removed = removalAfter === null ? null : await removalOver(removalAfter, isCancelled);
		if (removed !== null) await refreshMail(client);
		const { lists, mode } = input;
		const [only] = lists;
		if (lists.length === 1 && only) {
			offerUndoOf(removed);
			notifyOne(only, await latestAttempt(only), {
				onNeedsAction,
				keptEmails: removalAfter !== null && removed === null,
			});
			return;
		}
		const counts = outcomeCountsOf(job?.result ?? null);
		const run = { total: lists.length, counts, isCancelled, mode, removed };
		onSummary({ run, steps: await unresolvedOf(lists) });
	};
}

/** Only one click has something to verify. A failed check is left to the request, which makes it again. */
async function verifiedOf(list: Subscription): Promise<Subscription> {
	if (list.unsubscribe.method !== "one_click") return list;
	const [checked = list] = await checkLists([list]).catch(() => [list]);
	return checked;
}

/** Those of these lists that need another step, as they are now. */
async function unresolvedOf(lists: readonly Subscription[]): Promise<Subscription[]> {
	const ids = new Set(lists.map(({ id }) => id));
	const open = await allPages((cursor) => unsubscriber.listSubscriptions({ query: { view: "open", cursor } }));
	return open.filter((list) => ids.has(list.id) && needsStep(list));
}
