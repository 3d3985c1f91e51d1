export interface ToastMessage {
	/** What happened: "Archived 214 emails". */
	title: string;
	/** Details. */
	description?: string;
	/** `destructive`: something failed. */
	tone?: "plain" | "destructive";
	/** Offers Undo. The caller reports a rejected promise. */
	undo?: () => void | Promise<void>;
	/** Undo takes back several changes. */
	isUndoAll?: boolean;
	/** It is no longer shown, for any reason. */
	onClosed?: () => void;
	/** Another action, such as "Show". */
	action?: { label: string; onSelect: () => void };
	/** Milliseconds that it is shown; absent: by what it offers. */
	lastsMs?: number | undefined;
	/** Replaces a toast that is still shown under this id; absent: one of the same title, unless either offers something. */
	id?: string;
}

export interface ToastScreen {
	show(id: string, message: ToastMessage): void;
	dismiss(id: string): void;
	/** Moves the focus to the newest one. */
	focus(): void;
}

let screen: ToastScreen | null = null;
let waiting: { id: string; message: ToastMessage }[] = [];
let wanted = false;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a toast over the page, where it covers nothing that is in use. @returns the toast's id, for `dismissToast` */
export function toast(message: ToastMessage): string {
	const offers = message.undo !== undefined || message.action !== undefined;
	const id = message.id ?? (offers ? `toast-${++count}` : `toast ${message.title}`);
	if (screen) screen.show(id, message);
	else {
		waiting.push({ id, message });
		wanted = true;
		for (const listener of listeners) listener();
	}
	return id;
}

let announcement = { text: "", serial: 0 };
const hearers = new Set<() => void>();

/** Says to screen readers what everybody else sees happen, and needs no toast for: "Found 12 emails." */
export function announce(...sentences: readonly string[]): void {
	announcement = { text: sentences.join(" "), serial: announcement.serial + 1 };
	for (const hearer of hearers) hearer();
}

/** For the host: what was last announced. A repetition has another `serial`. */
export function lastAnnouncement(): { text: string; serial: number } {
	return announcement;
}

export function onAnnouncement(hearer: () => void): () => void {
	hearers.add(hearer);
	return () => hearers.delete(hearer);
}

export function dismissToast(id: string): void {
	waiting = waiting.filter((toast) => toast.id !== id);
	screen?.dismiss(id);
}

/** Moves the focus to the newest toast, from where Tab reaches the others. */
export function focusToast(): void {
	screen?.focus();
}

/** Attaches the loaded toaster, which then shows the queued toasts. */
export function attachToastScreen(next: ToastScreen): () => void {
	screen = next;
	for (const { id, message } of waiting.splice(0)) next.show(id, message);
	return () => {
		screen = null;
	};
}

/** For the host: whether there has been a toast yet. */
export function toastsWanted(): boolean {
	return wanted;
}

export function onToastsWanted(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
