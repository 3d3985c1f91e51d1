import { useState } from "react";
import type { Subscription } from "../base/api.ts";
import { useHold } from "../holds/use-hold.ts";
import type { RowActionHandlers } from "../unsubscribe/row-menu.tsx";
import { useDecide } from "../unsubscribe/use-decide.ts";
import { useUnsubscribe } from "../unsubscribe/use-unsubscribe.tsx";
import { filterLists, type ListFilter } from "./filter-lists.ts";
import { useDialogs } from "./subscription-dialogs.tsx";

const unfiltered: ListFilter = { text: "", part: "all", sort: "count" };

/** Suspicious and forged mail is blocked, not unsubscribed from. */
export const canSelect = ({ isSuspicious }: Subscription): boolean => !isSuspicious;

/** Which lists are shown, selected and open, and what can be done with them. */
export function useListState(all: readonly Subscription[]) {
	const [filter, setFilter] = useState<ListFilter>(unfiltered);
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [opened, setOpened] = useState<string | null>(null);
	const dialogs = useDialogs();
	const { setNeedy, setAsked, setRemoval, setSummary } = dialogs;
	const unsubscribing = useUnsubscribe({ onNeedsAction: setNeedy, onSummary: setSummary });
	const { deciding, decide, undoDecision } = useDecide();
	const hold = useHold();
	const shown = filterLists(all, filter);
	const isBusy = (list: Subscription) =>
		list.state === "busy" || unsubscribing.busy.has(list.id) || deciding.has(list.id);
	const choosable = shown.filter((list) => !isBusy(list) && canSelect(list));
	const chosen = choosable.filter((list) => selected.has(list.id));
	/** Opens the manual dialog where that is the only way; the rest goes to the server. */
	const unsubscribe = (list: Subscription) => {
		const { byUser, method } = list.unsubscribe;
		const byHand = byUser || method === "none" || list.state === "needs_action";
		if (byHand) setNeedy(list);
		else void unsubscribing.unsubscribeOne(list);
	};
	const handlers: RowActionHandlers = {
		details: (list) => setOpened(list.id),
		notRequired: (list) => void decide([list], "not_required"),
		keep: (list) => void decide([list], "kept"),
		undoDecision: (list) => void undoDecision([list]),
		unsubscribe,
		unsubscribeAndDelete: (list) => setRemoval({ lists: [list], mode: "unsubscribe_delete" }),
		alwaysArchive: (list) => void hold.alwaysArchive([list]),
		pause: hold.askPause,
		release: (list) => void hold.releaseOne(list),
		deleteMail: (list) => setRemoval({ lists: [list], mode: "delete_only" }),
	};
	return {
		...{ all, shown, choosable, chosen, isBusy, handlers, dialogs, unsubscribing, hold },
		...{ filter, setFilter, selected, setSelected, opened, setOpened },
		showAll: () => setFilter({ ...filter, text: "", part: "all" }),
		selectAll: (on: boolean) => setSelected(new Set(on ? choosable.map(({ id }) => id) : [])),
		unsubscribeChosen: () => {
			if (chosen.length === 1 && chosen[0]) unsubscribe(chosen[0]);
			else setAsked(chosen);
		},
		deleteChosen: () => setRemoval({ lists: chosen, mode: "unsubscribe_delete" }),
		archiveChosen: () => void hold.alwaysArchive(chosen),
		dismissChosen: () => {
			void decide(chosen, "not_required");
			setSelected(new Set());
		},
	};
}

export type ListState = ReturnType<typeof useListState>;
