import { useSyncExternalStore } from "react";
import type { TimeChoice } from "#web/lib/time/time-dialog.tsx";

export interface TimeQuestion {
	title: string;
	description?: string;
	/** Label of the button that takes the date and time. */
	confirm: string;
	choices: readonly TimeChoice[];
}

interface PendingTime extends TimeQuestion {
	answer: (at: Date | null) => void;
}

let pending: PendingTime | null = null;
const listeners = new Set<() => void>();

function set(next: PendingTime | null): void {
	pending = next;
	for (const listener of listeners) listener();
}

/** Asks for a time in a dialog. @returns null when it was closed */
export function askTime(question: TimeQuestion): Promise<Date | null> {
	pending?.answer(null);
	return new Promise((resolve) => set({ ...question, answer: resolve }));
}

/** The pending question; the host answers it. */
export function usePendingTime(): PendingTime | null {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => pending,
	);
}

/** Answers the pending question. */
export function answerTime(at: Date | null): void {
	const asked = pending;
	set(null);
	asked?.answer(at);
}
