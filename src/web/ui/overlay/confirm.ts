import { useSyncExternalStore } from "react";

export interface ConfirmQuestion {
	/** The question itself: "Delete this email?" */
	title: string;
	/** What will happen, and whether it can be undone. */
	description?: string;
	/** Label of the confirm button: "Delete". */
	confirm: string;
	cancel?: string;
	/** It is destructive. */
	danger?: boolean;
}

export interface PendingConfirm extends ConfirmQuestion {
	answer: (yes: boolean) => void;
}

let pending: PendingConfirm | null = null;
const listeners = new Set<() => void>();
function set(next: PendingConfirm | null): void {
	pending = next;
	for (const listener of listeners) listener();
}

/** Asks in an alert dialog; resolves to true when the user confirms. A second question answers the first with no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
	pending?.answer(false);
	return new Promise((resolve) => set({ ...question, answer: resolve }));
}

/** The pending question; the host answers it. */
export function usePendingConfirm(): PendingConfirm | null {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => pending,
	);
}

/** Answers the pending question. */
export function answerConfirm(yes: boolean): void {
	pending?.answer(yes);
	set(null);
}
