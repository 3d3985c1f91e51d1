import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Plan } from "#shared/contracts/plans.ts";
import { ApiError } from "#web/lib/api/api.ts";
import { formatMoment } from "#web/lib/base/format.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Lists to archive always, and the plan of their emails in the inbox. */
export interface AskedArchive {
	lists: readonly Subscription[];
	plan: Plan;
}

const idsOf = (lists: readonly Subscription[]) => lists.map(({ id }) => id);

/** Keeps new emails of lists out of the inbox, always or until a time, and lets them in again. */
export function useHold() {
	const client = useQueryClient();
	const [asked, setAsked] = useState<AskedArchive | null>(null);
	const [pausing, setPausing] = useState<Subscription | null>(null);
	const refresh = () => client.invalidateQueries({ queryKey: listsKey });
	const saved = async <Result>(work: Promise<Result>): Promise<Result | null> => {
		try {
			return await work;
		} catch (error) {
			toast({ title: t.unsubscribe.couldntSave, description: (error as Error).message, tone: "destructive" });
			return null;
		} finally {
			await refresh();
		}
	};
	const hold = (lists: readonly Subscription[], until: Date | null, plan?: string) =>
		unsubscriber.holdSubscriptions({
			body: { subscriptions: idsOf(lists), until: until?.toISOString() ?? null, ...(plan !== undefined && { plan }) },
		});
	const release = (lists: readonly Subscription[]) =>
		saved(unsubscriber.releaseSubscriptions({ body: { subscriptions: idsOf(lists) } }));
	const archiveNew = async (lists: readonly Subscription[]) => {
		if ((await saved(hold(lists, null))) === null) return;
		toast({ ...t.holds.archived(lists.map(({ name }) => name)), undo: async () => void (await release(lists)) });
	};
	return {
		asked,
		closeArchive: () => setAsked(null),
		pausing,
		closePause: () => setPausing(null),
		hold,
		release,
		refresh,
		archiveNew,
		/** Previews what is in the inbox; asks only, where there is nothing. */
		async alwaysArchive(lists: readonly Subscription[]) {
			const names = lists.map(({ name }) => name);
			try {
				setAsked({ lists, plan: await unsubscriber.planArchive({ body: { subscriptions: idsOf(lists) } }) });
			} catch (error) {
				if (!(error instanceof ApiError) || error.code !== "nothing-selected")
					return void toast({ title: t.holds.cantArchive, description: (error as Error).message, tone: "destructive" });
				const question = { title: t.holds.archiveTitle(names), description: t.holds.archiveNote(lists.length) };
				if (await confirm({ ...question, confirm: t.holds.alwaysArchive })) await archiveNew(lists);
			}
		},
		askPause: setPausing,
		async pause(list: Subscription, until: Date) {
			const before = list.pausedUntil;
			if ((await saved(hold([list], until))) === null) return;
			toast({
				title: t.holds.paused(list.name),
				description: t.holds.pausedNote(formatMoment(until)),
				undo: async () => void (await (before === null ? release([list]) : saved(hold([list], new Date(before))))),
			});
		},
		async releaseOne(list: Subscription) {
			if ((await release([list])) === null) return;
			toast(list.state === "paused" ? t.holds.resumed(list.name) : t.holds.stopped(list.name));
		},
	};
}

export type HoldState = ReturnType<typeof useHold>;
