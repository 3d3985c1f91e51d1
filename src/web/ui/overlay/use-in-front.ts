import { type RefObject, useEffect } from "react";

const portals = "body > [data-base-ui-portal]";

/**
 * Keeps a dialog that can't be closed in front of all others, also of those that open later: none of them takes the
 * focus, a press, or the place in the accessibility tree. Two dialogs that open in one moment would hide each other
 * from screen readers.
 */
export function useInFront(popup: RefObject<HTMLElement | null>, isInFront: boolean): void {
	useEffect(() => {
		if (!isInFront) return;
		const behind = new Set<HTMLElement>();
		const update = () => {
			for (const portal of document.querySelectorAll<HTMLElement>(portals)) {
				if (portal.inert || portal.contains(popup.current)) continue;
				portal.inert = true;
				behind.add(portal);
			}
		};
		update();
		const observer = new MutationObserver(update);
		observer.observe(document.body, { childList: true });
		return () => {
			observer.disconnect();
			for (const portal of behind) portal.inert = false;
		};
	}, [popup, isInFront]);
}

/** Where the focus belongs when a dialog that was in front closes: a dialog that waits behind it; true: where it was. */
export function focusBehind(): HTMLElement | true {
	const waiting = [...document.querySelectorAll<HTMLElement>(`${portals} [role="dialog"][data-open]`)];
	return waiting.at(-1) ?? true;
}
