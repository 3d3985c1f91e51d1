import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EmailItem } from "../mail.ts";
import type { MessageListHandle } from "./message-list.tsx";
import * as selecting from "./selection.ts";

/** The selected rows of a list and the row with the keyboard cursor. */
export function useCursor(items: readonly EmailItem[], listName: string) {
	const [selection, setSelection] = useState(selecting.nothing);
	const [activeId, setActiveId] = useState<string | null>(null);
	const handle = useRef<MessageListHandle>(null);
	const order = useMemo(() => items.map((item) => item.id), [items]);

	// A different list: the selection is cleared.
	// biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the list becomes another one
	useEffect(() => {
		setSelection(selecting.nothing);
		setActiveId(null);
	}, [listName]);
	useEffect(() => {
		setSelection((now) => (now.ids.size === 0 ? now : selecting.prune(now, new Set(order))));
	}, [order]);

	const focus = useCallback((id: string) => {
		setActiveId(id);
		handle.current?.focus(id);
	}, []);

	/** The row `by` rows below `from`, within the list; the first one when `from` is not in it. */
	const beyond = (by: number, from = activeId): string | null => {
		const at = from === null ? -1 : order.indexOf(from);
		return order[at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by))] ?? null;
	};

	return {
		selection,
		activeId,
		handle,
		order,
		setActiveId,
		focus,
		beyond,
		clear: () => setSelection(selecting.nothing),
		toggle: (id: string, shift: boolean) => {
			setActiveId(id);
			setSelection((now) => (shift ? selecting.range(now, order, id) : selecting.toggle(now, id)));
		},
		/** Extends the selection to the next row, as with Shift held. */
		extend: (by: number) => {
			const to = beyond(by);
			if (to === null) return;
			if (activeId !== null) setSelection((now) => selecting.step(now, order, activeId, to));
			focus(to);
		},
		selectLoaded: (all: boolean) => setSelection(all ? selecting.selectLoaded(order) : selecting.nothing),
		selectEverything: () => setSelection(selecting.selectEverything(order)),
	};
}

export type Cursor = ReturnType<typeof useCursor>;
