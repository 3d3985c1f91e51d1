import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as selecting from "./selection.ts";

/** Selection as a list needs it; a plan's list has one of its own. */
export interface RowSelection {
	isSelected(id: string): boolean;
	/** Something is selected, so every row shows its checkbox. */
	isActive: boolean;
	/** @param shift the range from the anchor to it */
	toggle(id: string, shift: boolean): void;
	/** Extends the selection by keyboard from one row to another. */
	step(from: string, to: string): void;
}

/** For lists to look at, whose rows cannot be selected. */
export const noSelection: RowSelection = {
	isSelected: () => false,
	isActive: false,
	toggle: () => {},
	step: () => {},
};

export interface MailListHandle {
	/** Scrolls a row into view and focuses it. */
	focus(id: string): void;
}

/** The row with the keyboard cursor, and the selection around it. */
export interface ListCursor {
	rows: RowSelection;
	activeId: string | null;
	setActiveId(id: string | null): void;
	handle: RefObject<MailListHandle | null>;
	/** Ids of the loaded rows, from the top. */
	order: readonly string[];
	/** Makes a row the active one and focuses it. */
	focus(id: string): void;
	/** The row `by` rows below `from`, within the list; the first one when `from` is not in it. */
	beyond(by: number, from?: string | null): string | null;
	toggle(id: string, shift: boolean): void;
	/** Extends the selection `by` rows down, as with Shift held. */
	extend(by: number): void;
}

/** Keyboard cursor of a list with its own selection. */
export function useListCursor(items: readonly { id: string }[], rows: RowSelection): ListCursor {
	const [activeId, setActiveId] = useState<string | null>(null);
	const handle = useRef<MailListHandle>(null);
	const order = useMemo(() => items.map(({ id }) => id), [items]);
	const focus = useCallback((id: string) => {
		setActiveId(id);
		handle.current?.focus(id);
	}, []);
	const beyond = (by: number, from = activeId): string | null => {
		const at = from === null ? -1 : order.indexOf(from);
		return order[at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by))] ?? null;
	};
	return {
		rows,
		activeId,
		setActiveId,
		handle,
		order,
		focus,
		beyond,
		toggle: (id, shift) => {
			setActiveId(id);
			rows.toggle(id, shift);
		},
		extend: (by) => {
			const to = beyond(by);
			if (to === null) return;
			if (activeId !== null) rows.step(activeId, to);
			focus(to);
		},
	};
}

interface MailCursorOptions {
	/** Names the list: with another name the selection is cleared. */
	list?: string;
	/** The server knows "everything except these". */
	canExclude?: boolean;
}

/** Keyboard cursor and selection of a list of emails. */
export function useMailCursor(items: readonly { id: string }[], { list = "", canExclude = false }: MailCursorOptions) {
	const [selection, setSelection] = useState(selecting.nothing);
	const rows: RowSelection = {
		isSelected: (id) => selecting.isSelected(selection, id),
		isActive: !selecting.isEmpty(selection),
		toggle: (id, shift) =>
			setSelection((now) => {
				const next = shift ? selecting.range(now, cursor.order, id) : selecting.toggle(now, id);
				return canExclude ? next : selecting.withoutExceptions(next, cursor.order);
			}),
		step: (from, to) => setSelection((now) => selecting.step(now, cursor.order, from, to)),
	};
	const cursor = useListCursor(items, rows);
	const { order, setActiveId } = cursor;

	// biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the list becomes another one
	useEffect(() => {
		setSelection(selecting.nothing);
		setActiveId(null);
	}, [list]);
	useEffect(
		// With each page of a list that may have a hundred thousand rows.
		() => setSelection((now) => (selecting.isEmpty(now) ? now : selecting.prune(now, new Set(order)))),
		[order],
	);

	return {
		...cursor,
		selection,
		clear: () => setSelection(selecting.nothing),
		selectLoaded: (all: boolean) => setSelection(all ? selecting.selectLoaded(order) : selecting.nothing),
		selectEverything: () => setSelection(selecting.everything),
	};
}

export type MailCursor = ReturnType<typeof useMailCursor>;
