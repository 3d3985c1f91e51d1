import type { HTMLAttributes, MouseEvent, SyntheticEvent } from "react";
import { endDrag, startDrag } from "./drag.ts";
import type { ListCursor } from "./list-cursor.ts";

interface RowEvents<Item> {
	items: readonly Item[];
	cursor: ListCursor;
	onOpen?: (item: Item) => void;
	/** Absent: rows cannot be dragged. @returns how many emails are dragged with these rows */
	dragCount?: (ids: readonly string[]) => number;
}

/**
 * Handlers of the list for what happens on its rows. Not one for each row: React would set `onclick` again on all rows in
 * every frame of scrolling.
 */
export function rowEvents<Item extends { id: string }>(given: RowEvents<Item>): HTMLAttributes<HTMLDivElement> {
	const { items, cursor, onOpen, dragCount } = given;
	const on =
		<E extends SyntheticEvent<HTMLDivElement>>(handle: (event: E, item: Item) => void) =>
		(event: E) => {
			const item = itemAt(event, items);
			if (item !== undefined) handle(event, item);
		};
	return {
		onClick: on((event: MouseEvent<HTMLDivElement>, item) => click(event, item, cursor, onOpen)),
		onContextMenu: on((event: MouseEvent<HTMLDivElement>, item) => {
			// A long press selects, as touch has no hover.
			if ((event.nativeEvent as PointerEvent).pointerType !== "touch") return;
			event.preventDefault();
			cursor.toggle(item.id, false);
		}),
		onFocus: on((_, item) => cursor.setActiveId(item.id)),
		onDragStart: on((event, item) => {
			if (dragCount === undefined) return;
			const ids = draggedRows(cursor, item.id);
			startDrag(event as Parameters<typeof startDrag>[0], { ids, count: dragCount(ids) });
		}),
		onDragEnd: endDrag,
	};
}

/** The item of the row where an event of the list happened. */
function itemAt<Item>(event: SyntheticEvent<HTMLDivElement>, items: readonly Item[]): Item | undefined {
	const row = (event.target as Element).closest("[data-index]");
	return row !== null && event.currentTarget.contains(row) ? items[Number(row.getAttribute("data-index"))] : undefined;
}

function click<Item extends { id: string }>(
	event: MouseEvent<HTMLDivElement>,
	item: Item,
	cursor: ListCursor,
	onOpen?: (item: Item) => void,
): void {
	if ((event.target as HTMLElement).closest("a, button, [role=checkbox], [role=menu]")) return;
	if (event.ctrlKey || event.metaKey) cursor.toggle(item.id, false);
	else if (event.shiftKey) {
		// Otherwise the browser selects the text between the two clicks.
		getSelection()?.removeAllRanges();
		cursor.toggle(item.id, true);
	} else onOpen?.(item);
}

/** Ids of the rows dragged with this one: the selection if it is part of it, otherwise the row alone. */
function draggedRows(cursor: ListCursor, id: string): string[] {
	return cursor.rows.isSelected(id) ? cursor.order.filter((one) => cursor.rows.isSelected(one)) : [id];
}
