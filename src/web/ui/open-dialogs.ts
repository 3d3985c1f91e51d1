import { useEffect, useSyncExternalStore } from "react";

/** How many dialogs stand open, for what must keep out of their way. */
let count = 0;
const listeners = new Set<() => void>();

function add(step: number): void {
	count += step;
	for (const listener of listeners) listener();
}

/** A dialog says whether it stands open. */
export function useNoteDialog(open: boolean): void {
	useEffect(() => {
		if (!open) return;
		add(1);
		return () => add(-1);
	}, [open]);
}

/** Whether any dialog stands open. */
export function useDialogOpen(): boolean {
	return useSyncExternalStore(subscribe, isDialogOpen);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function isDialogOpen(): boolean {
	return count > 0;
}
