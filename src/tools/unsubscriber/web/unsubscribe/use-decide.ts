import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#web/lib/base/format.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { listsKey, type Subscription, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

export type Decision = "kept" | "not_required";

const words: Record<Decision, (lists: readonly Subscription[]) => { title: string; description: string }> = {
	not_required: (lists) => ({
		title: t.unsubscribe.markedNotRequired,
		description:
			lists.length === 1 ? t.unsubscribe.emailRemovedUnsubscribeList : t.unsubscribe.removedCount(lists.length),
	}),
	kept: (lists) => ({
		title: t.unsubscribe.kept,
		description: t.unsubscribe.keptDescription(
			lists.length === 1 ? (lists[0]?.name ?? "") : formatCount(lists.length, "list"),
		),
	}),
};

/** Marks lists as kept or not required; both can be undone. */
export function useDecide() {
	const client = useQueryClient();
	const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());
	const saveDecision = async (lists: readonly Subscription[], decision: Decision | null) => {
		const ids = lists.map(({ id }) => id);
		setDeciding((now) => new Set([...now, ...ids]));
		try {
			await unsubscriber.decideSubscriptions({ body: { subscriptions: ids, decision } });
			return true;
		} catch (error) {
			toast({ title: t.unsubscribe.couldntSave, description: (error as Error).message, tone: "destructive" });
			return false;
		} finally {
			await client.invalidateQueries({ queryKey: listsKey });
			setDeciding((now) => new Set([...now].filter((id) => !ids.includes(id))));
		}
	};
	return {
		/** The request is in progress. */
		deciding,
		decide: async (lists: readonly Subscription[], decision: Decision) => {
			// Previous decisions, which undo restores.
			const before = Map.groupBy(lists, ({ state }) => (state === "kept" || state === "not_required" ? state : null));
			if (!(await saveDecision(lists, decision))) return;
			const undo = async () => {
				for (const [was, some] of before) await saveDecision(some, was);
			};
			toast({ ...words[decision](lists), undo });
		},
		undoDecision: async (lists: readonly Subscription[]) => {
			if (!(await saveDecision(lists, null))) return;
			const name = lists.length === 1 ? (lists[0]?.name ?? "") : formatCount(lists.length, "list");
			toast({ title: t.unsubscribe.movedBack, description: t.unsubscribe.movedBackDescription(name) });
		},
	};
}
