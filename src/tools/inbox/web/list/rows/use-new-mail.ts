import { type RefObject, useEffect, useRef, useState } from "react";
import { countAbove } from "../../base/list-model.ts";
import type { EmailItem } from "../../base/mail.ts";

/** Pixels from the top within which the newest messages count as visible. */
const nearTop = 40;

/** Number of messages that arrived above the visible part of a scrolled list. */
export function useNewMail(scroller: RefObject<() => HTMLElement | null>, items: readonly EmailItem[]): number {
	/** The newest message when the list left the top; null while the top is visible. */
	const [newest, setNewest] = useState<EmailItem | null>(null);
	const latest = useRef(items);
	useEffect(() => {
		latest.current = items;
	}, [items]);
	useEffect(() => {
		const element = scroller.current();
		if (!element) return;
		const note = () =>
			setNewest((before) => (element.scrollTop <= nearTop ? null : (before ?? latest.current[0] ?? null)));
		element.addEventListener("scroll", note, { passive: true });
		return () => element.removeEventListener("scroll", note);
	}, [scroller]);
	return newest === null ? 0 : countAbove(items, newest);
}
