import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type JobResult, type StartedJobs, useJobAction } from "#web/lib/job-action.ts";
import type { Job } from "#web/lib/jobs.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";
import { type Attempt, listsKey, type Mode, type Subscription, unsubscriber } from "../api.ts";
import { methodsLine, outcomeCountsOf, outcomeLine } from "../labels.ts";
import { t } from "../text.ts";

/** Lists, and the job to follow or how to start one. */
interface Follow {
	lists: readonly Subscription[];
	job?: Job | null;
	mode?: Mode;
	/** Called once the request was accepted or rejected. */
	onStart?: (accepted: boolean) => void;
}

/** Requests unsubscribing, follows the job, and reports the result. */
export function useUnsubscribe(onNeedsYou: (list: Subscription) => void, onShowNeeds: () => void) {
	const client = useQueryClient();
	const refresh = useCallback(() => client.invalidateQueries({ queryKey: listsKey }), [client]);

	const notify = useCallback(
		async (lists: readonly Subscription[], job: Job) => {
			const [only] = lists;
			if (lists.length === 1 && only) {
				const { items } = await unsubscriber.listAttempts({ query: { subscription: only.id, limit: 1 } });
				return notifyOne(only, items[0], onNeedsYou);
			}
			const counts = outcomeCountsOf(job.result);
			const some = counts.confirmed + counts.requested;
			toast({
				title: job.state === "cancelled" ? t.unsubscribe.unsubscribingStopped : t.unsubscribe.unsubscribedCount(some),
				description: outcomeLine(counts) || undefined,
				tone: some === 0 && counts.failed > 0 ? "destructive" : "plain",
				action: counts.needsYou > 0 ? { label: t.unsubscribe.show, onSelect: onShowNeeds } : undefined,
			});
		},
		[onNeedsYou, onShowNeeds],
	);

	const request = useCallback(
		(lists: readonly Subscription[], mode: Mode, plan?: string) =>
			unsubscriber.unsubscribe({
				body: {
					subscriptions: lists.map(({ id }) => id),
					mode,
					plan,
					// A single list is requested again regardless of earlier results.
					again: lists.length === 1 && lists[0]?.attempt !== null,
				},
			}),
		[],
	);

	const report = async ({ jobs: [job], input }: JobResult<Follow, StartedJobs>) => {
		if (job && input) await notify(input.lists, job);
	};
	const { run, runs } = useJobAction<Follow>({
		start: async ({ lists, job = null, mode, onStart }) => {
			try {
				const started = mode === undefined ? job : (await request(lists, mode)).job;
				onStart?.(true);
				await refresh();
				return { jobs: started === null ? [] : [started] };
			} catch (error) {
				onStart?.(false);
				throw error;
			}
		},
		onDone: report,
		onCancelled: report,
		failed: t.unsubscribe.unsubscribeFailed,
		refresh: [listsKey],
	});
	const busy = useMemo(() => new Set(runs.flatMap(({ input }) => input?.lists.map(({ id }) => id) ?? [])), [runs]);
	/** Follows a job for these lists. Null: nothing to unsubscribe from. */
	const follow = useCallback((lists: readonly Subscription[], job: Job | null) => run({ lists, job }), [run]);

	/** Resolves once it has started. @returns false: it was not confirmed, or could not start */
	const unsubscribe = useCallback(
		async (lists: readonly Subscription[]) => {
			if (lists.length > 1) {
				const sure = await confirm({
					title: t.unsubscribe.unsubscribeTitle(lists.length),
					description: t.unsubscribe.unsubscribeDescription(methodsLine(lists)),
					confirm: t.unsubscribe.unsubscribeConfirm(lists.length),
				});
				if (!sure) return false;
			}
			return new Promise<boolean>((onStart) => void run({ lists, mode: "unsubscribe", onStart }));
		},
		[run],
	);

	/** Records that the list can only be unsubscribed from manually and the user is about to. */
	const recordAttempt = useCallback(
		async (list: Subscription) => {
			if (list.attempt?.state === "needs_you") return;
			// The page is already open: a failure to record must not stop the user.
			await request([list], "unsubscribe").catch(() => undefined);
			await refresh();
		},
		[request, refresh],
	);

	/** Records that the user unsubscribed manually. */
	const markUnsubscribed = useCallback(
		async (list: Subscription) => {
			try {
				await unsubscriber.markUnsubscribed({ body: { subscriptions: [list.id] } });
				toast({
					title: t.unsubscribe.saved,
					description: t.unsubscribe.savedDescription(list.name),
				});
			} catch (error) {
				toast({ title: t.unsubscribe.couldntSave, description: (error as Error).message, tone: "destructive" });
			} finally {
				await refresh();
			}
		},
		[refresh],
	);

	return useMemo(
		() => ({
			/** Lists with a request in progress that this page started. */
			busy,
			unsubscribe,
			request,
			follow,
			recordAttempt,
			markUnsubscribed,
		}),
		[busy, unsubscribe, request, follow, recordAttempt, markUnsubscribed],
	);
}

export type UnsubscribeState = ReturnType<typeof useUnsubscribe>;

function notifyOne(list: Subscription, attempt: Attempt | undefined, onNeedsYou: (list: Subscription) => void): void {
	switch (attempt?.state) {
		case "confirmed":
			toast({ title: t.unsubscribe.unsubscribedFrom(list.name), description: attempt.explanation ?? undefined });
			break;
		case "requested":
			toast({ title: t.unsubscribe.requestedFrom(list.name), description: attempt.explanation ?? undefined });
			break;
		case "needs_you":
			onNeedsYou({ ...list, state: "needs_you", attempt });
			break;
		case "failed":
			toast({
				title: t.unsubscribe.unsubscribeFailed,
				description: `${list.name}: ${attempt.explanation ?? t.unsubscribe.noReasonGiven}`,
				tone: "destructive",
			});
			break;
		default:
			toast({ title: t.unsubscribe.unsubscribingStopped, description: list.name });
	}
}
