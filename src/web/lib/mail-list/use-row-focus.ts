import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from "react";
import type { VirtualListHandle } from "#web/ui/table/virtual-list.tsx";
import type { MailListHandle } from "./list-cursor.ts";

/** Lets the owner of a cursor focus rows of its list. */
export function useRowFocus(
	handle: RefObject<MailListHandle | null>,
	list: RefObject<VirtualListHandle | null>,
	items: readonly { id: string }[],
): void {
	/** The row to focus, once it is rendered. */
	const wanted = useRef<string | null>(null);
	const focusWanted = useCallback(() => {
		const index = items.findIndex((item) => item.id === wanted.current);
		const row = list.current?.element()?.querySelector<HTMLElement>(`[data-index="${index}"]`);
		if (index < 0 || !row) return;
		wanted.current = null;
		row.focus({ preventScroll: true });
		list.current?.scrollTo(index);
	}, [items, list]);
	useImperativeHandle(handle, () => ({
		focus: (id) => {
			wanted.current = id;
			focusWanted();
		},
	}));
	// The row may be rendered only with the next render, once it is the active one.
	useEffect(() => {
		if (wanted.current !== null) focusWanted();
	});
}
