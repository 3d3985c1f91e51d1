import { type DragEvent, useSyncExternalStore } from "react";
import { formatCount } from "../base/format.ts";

/** Emails that are being dragged, within this window. */
export interface DraggedMail {
	ids: readonly string[];
	/** More than `ids` where everything that matches is selected. */
	count: number;
}

/** Marks our own drags; the content stays in this window. */
const dragType = "application/x-mail-ids";

let dragged: DraggedMail | null = null;
const listeners = new Set<() => void>();

function set(next: DraggedMail | null): void {
	dragged = next;
	for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The emails being dragged; null when none are. */
export function useDraggedMail(): DraggedMail | null {
	return useSyncExternalStore(
		subscribe,
		() => dragged,
		() => null,
	);
}

/** Starts a drag with the number of emails as its picture. */
export function startDrag(event: DragEvent, mail: DraggedMail): void {
	event.dataTransfer.setData(dragType, mail.ids.join(" "));
	event.dataTransfer.effectAllowed = "move";
	const picture = document.createElement("div");
	picture.textContent = formatCount(mail.count, "email");
	picture.className =
		"fixed -left-96 top-0 rounded-full bg-accent px-3 py-1.5 text-13 font-semibold text-on-accent shadow-2";
	document.body.append(picture);
	event.dataTransfer.setDragImage(picture, -12, 12);
	// The browser takes the picture after this event. Changing the page before ends the drag in Chromium.
	setTimeout(() => {
		picture.remove();
		set(mail);
	});
}

export function endDrag(): void {
	set(null);
}

/** Attributes of an element that accepts dragged emails. */
export function dropTarget(onDrop: (mail: DraggedMail) => void) {
	const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
	const mark = (event: DragEvent<HTMLElement>, on: boolean) => {
		if (on) event.currentTarget.dataset.over = "";
		else delete event.currentTarget.dataset.over;
	};
	return {
		onDragEnter: (event: DragEvent<HTMLElement>) => accepts(event) && mark(event, true),
		onDragOver: (event: DragEvent<HTMLElement>) => {
			if (!accepts(event)) return;
			event.preventDefault();
			event.dataTransfer.dropEffect = "move";
			mark(event, true);
		},
		onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, false),
		onDrop: (event: DragEvent<HTMLElement>) => {
			if (!accepts(event)) return;
			event.preventDefault();
			mark(event, false);
			const mail = dragged;
			set(null);
			if (mail) onDrop(mail);
		},
	};
}
