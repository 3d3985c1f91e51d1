import { useEffect, useSyncExternalStore } from "react";

/** Number of open dialogs, for elements that must not overlap them. */
let count = 0;
const listeners = new Set<() => void>();

function add(step: number): void {
	count += step;
	for (const listener of listeners) listener();
}

/** Registers a dialog while it is open. */
export function useRegisterDialog(open: boolean): void {
	useEffect(() => {
		if (!open) return;
		add(1);
		return () => add(-1);
	}, [open]);
}

/** Whether any dialog is open. */
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
