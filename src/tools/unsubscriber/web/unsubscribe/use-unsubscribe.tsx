import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { formatCount } from "#web/lib/format.ts";
import { type Job, jobOver } from "#web/lib/jobs.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";
import { type Attempt, listsKey, type Mode, type Subscription, unsubscriber } from "../api.ts";
import { methodsLine, outcomeCountsOf, outcomeLine } from "../text.ts";

/** Requests unsubscribing, follows the job, and reports the result. */
export function useUnsubscribe(onNeedsYou: (list: Subscription) => void, onShowNeeds: () => void) {
	const client = useQueryClient();
	const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
	const refresh = useCallback(() => client.invalidateQueries({ queryKey: listsKey }), [client]);

	const tell = useCallback(
		async (lists: readonly Subscription[], job: Job) => {
			const [only] = lists;
			if (job.state === "failed") throw new Error(job.error ?? "The server gave no reason.");
			if (lists.length === 1 && only) {
				const { items } = await unsubscriber.listAttempts({ query: { subscription: only.id, limit: 1 } });
				return tellOne(only, items[0], onNeedsYou);
			}
			const tally = outcomeCountsOf(job.result);
			const some = tally.confirmed + tally.requested;
			toast({
				title: job.state === "cancelled" ? "Unsubscribing stopped" : `Unsubscribed from ${formatCount(some, "list")}`,
				description: outcomeLine(tally) || undefined,
				tone: some === 0 && tally.failed > 0 ? "destructive" : "plain",
				action: tally.needsYou > 0 ? { label: "Show", onSelect: onShowNeeds } : undefined,
			});
		},
		[onNeedsYou, onShowNeeds],
	);

	/** Follows a job for these lists. Null: nothing to unsubscribe from. */
	const follow = useCallback(
		async (lists: readonly Subscription[], job: Job | null) => {
			const ids = new Set(lists.map(({ id }) => id));
			setBusy((now) => new Set([...now, ...ids]));
			try {
				await refresh();
				if (job !== null) await tell(lists, await jobOver(job.id));
			} catch (error) {
				toast({ title: "Unsubscribe failed", description: (error as Error).message, tone: "destructive" });
			} finally {
				await refresh();
				setBusy((now) => new Set([...now].filter((id) => !ids.has(id))));
			}
		},
		[refresh, tell],
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

	const leave = useCallback(
		async (lists: readonly Subscription[]) => {
			const ids = lists.map(({ id }) => id);
			if (lists.length > 1) {
				const sure = await confirm({
					title: `Unsubscribe from ${formatCount(lists.length, "list")}?`,
					description: `${methodsLine(lists)}. Leaving a list cannot be undone here; you would have to subscribe again.`,
					confirm: `Unsubscribe (${lists.length})`,
				});
				if (!sure) return false;
			}
			setBusy((now) => new Set([...now, ...ids]));
			try {
				const { job } = await request(lists, "unsubscribe");
				void follow(lists, job);
				return true;
			} catch (error) {
				toast({ title: "Unsubscribe failed", description: (error as Error).message, tone: "destructive" });
				setBusy((now) => new Set([...now].filter((id) => !ids.includes(id))));
				return false;
			}
		},
		[follow, request],
	);

	/** Records that the list can only be unsubscribed from manually and the user is about to. */
	const noteTry = useCallback(
		async (list: Subscription) => {
			if (list.attempt?.state === "needs_you") return;
			// The page is already open: a failure to record must not stop the user.
			await request([list], "unsubscribe").catch(() => undefined);
			await refresh();
		},
		[request, refresh],
	);

	/** Records that the user unsubscribed manually. */
	const markLeft = useCallback(
		async (list: Subscription) => {
			try {
				await unsubscriber.markLeft({ body: { subscriptions: [list.id] } });
				toast({
					title: "Noted",
					description: `You left ${list.name}. If it writes after two days, it shows here again.`,
				});
			} catch (error) {
				toast({ title: "This could not be noted", description: (error as Error).message, tone: "destructive" });
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
			leave,
			request,
			follow,
			noteTry,
			markLeft,
		}),
		[busy, leave, request, follow, noteTry, markLeft],
	);
}

export type UnsubscribeState = ReturnType<typeof useUnsubscribe>;

function tellOne(list: Subscription, attempt: Attempt | undefined, onNeedsYou: (list: Subscription) => void): void {
	switch (attempt?.state) {
		case "confirmed":
			toast({ title: `Unsubscribed from ${list.name}`, description: attempt.explanation ?? undefined });
			break;
		case "requested":
			toast({ title: `Unsubscribe requested from ${list.name}`, description: attempt.explanation ?? undefined });
			break;
		case "needs_you":
			onNeedsYou({ ...list, state: "needs_you", attempt });
			break;
		case "failed":
			toast({
				title: `Unsubscribe failed`,
				description: `${list.name}: ${attempt.explanation ?? "no reason was given."}`,
				tone: "destructive",
			});
			break;
		default:
			toast({ title: "Unsubscribing stopped", description: list.name });
	}
}
