import {
	type HTMLAttributes,
	type KeyboardEvent,
	type ReactNode,
	useCallback,
	useImperativeHandle,
	useMemo,
	useRef,
} from "react";
import { VirtualList, type VirtualListHandle } from "#web/ui/table/virtual-list.tsx";
import { singleKeysOn } from "../settings/single-keys.ts";
import type { ListCursor } from "./list-cursor.ts";
import { type ListKey, listKey } from "./list-keys.ts";
import { MoreRows } from "./more-rows.tsx";
import { hasFinePointer } from "./pointer.ts";
import { rowEvents } from "./row-events.ts";
import { useRowFocus } from "./use-row-focus.ts";

/** State of one row, for its content. */
export interface RowState {
	selected: boolean;
	/** It is open next to the list. */
	open: boolean;
	/** Its controls are reachable with Tab. */
	active: boolean;
	/** Something is selected, so every row shows its checkbox. */
	selecting: boolean;
}

interface MailListProps<Item extends { id: string }> {
	/** Names the list for screen readers. */
	label: string;
	items: readonly Item[];
	/** Matches on the server, if more than are loaded. */
	total?: number;
	/** Pixels, the same for all rows: see `rowHeight`. */
	rowHeight: number;
	cursor: ListCursor;
	row: (item: Item, state: RowState) => ReactNode;
	/** By click and Enter. */
	onOpen?: (item: Item) => void;
	openId?: string | null;
	/** Replaces moving the cursor, as where the next email opens too. */
	onMove?: (by: number) => void;
	/** Loads the next page; called when the last rows come near. */
	onEndNear?: () => void;
	/** Rows before the end at which `onEndNear` is called. */
	ahead?: number;
	/** The next page could not be loaded. */
	moreFailed?: boolean;
	/** Rows can be dragged; several when they are selected. @returns how many emails that is */
	dragCount?: (ids: readonly string[]) => number;
	/** A short list whose page scrolls: all rows are rendered. */
	inFlow?: boolean;
	/** The scrolling element, once rendered. */
	scroller?: { current: () => HTMLElement | null };
}

/**
 * The list of emails, everywhere: virtual rows, one Tab stop with arrows, j, k, x, Space and Enter, ranges with Shift,
 * selection by long press on touch, dragging.
 */
export function MailList<Item extends { id: string }>(props: MailListProps<Item>) {
	const { items, cursor, openId, rowHeight, total = items.length, inFlow = false, dragCount } = props;
	const list = useRef<VirtualListHandle>(null);
	const activeId = cursor.activeId ?? openId;
	const active = useMemo(() => activeIndex(items, activeId), [items, activeId]);
	useRowFocus(cursor.handle, list, items);
	useImperativeHandle(props.scroller, () => () => list.current?.element() ?? null);

	const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const element = list.current?.element();
		const pageRows = Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight) - 1);
		const key = listKey(event, { pageRows, singleKeys: singleKeysOn() });
		const item = items[active];
		if (key === null || item === undefined) return;
		const target = event.target as HTMLElement;
		// Keys pressed in a row's own controls are left to them.
		const onRow = target.getAttribute("role") === "row" || target === element;
		if (applyKey(key, item, onRow, props)) event.preventDefault();
	};

	const rowProps = (index: number): HTMLAttributes<HTMLDivElement> => {
		const item = items[index];
		if (!item) return {};
		return {
			tabIndex: index === active ? 0 : -1,
			"aria-selected": cursor.rows.isSelected(item.id),
			"aria-current": item.id === openId ? "true" : undefined,
			className: `group/row outline-none focus-visible:shadow-none ${props.onOpen ? "cursor-pointer select-none" : ""}`,
			// Touch screens scroll and select by long press instead.
			draggable: (dragCount !== undefined && hasFinePointer()) || undefined,
		};
	};
	const row = (index: number) => {
		const item = items[index];
		if (!item) return null;
		return props.row(item, {
			selected: cursor.rows.isSelected(item.id),
			open: item.id === openId,
			active: index === active,
			selecting: cursor.rows.isActive,
		});
	};
	// Stable reference: with another one, all rows are measured again.
	const rowKey = useCallback((index: number) => items[index]?.id ?? index, [items]);
	const hasMore = items.length < total;
	return (
		<VirtualList
			role="grid"
			label={props.label}
			count={items.length}
			total={total}
			rowHeight={rowHeight}
			fixedRows
			inFlow={inFlow}
			keepRow={active}
			ahead={props.ahead}
			rowKey={rowKey}
			handle={list}
			listProps={{ tabIndex: -1, onKeyDown: keyDown, ...rowEvents(props) }}
			onEndNear={props.onEndNear}
			rowProps={rowProps}
			row={row}
			footer={
				hasMore &&
				props.onEndNear && (
					<MoreRows loaded={items.length} total={total} failed={props.moreFailed ?? false} onRetry={props.onEndNear} />
				)
			}
		/>
	);
}

/** The row that is reached with Tab: the one with the cursor, else the open one, else the first. */
function activeIndex(items: readonly { id: string }[], id: string | null | undefined): number {
	if (id == null) return 0;
	return Math.max(
		0,
		items.findIndex((item) => item.id === id),
	);
}

/**
 * Does what a key means.
 * @param onRow it was pressed on the row, not in one of its controls
 * @returns false: it means nothing there
 */
function applyKey<Item extends { id: string }>(
	key: ListKey,
	item: Item,
	onRow: boolean,
	{ cursor, onMove, onOpen }: Pick<MailListProps<Item>, "cursor" | "onMove" | "onOpen">,
): boolean {
	if (key.type === "move") {
		if (onMove && Number.isFinite(key.by)) onMove(key.by);
		else cursor.focus(cursor.beyond(key.by, item.id) ?? item.id);
	} else if (key.type === "extend") {
		const to = cursor.beyond(key.by, item.id) ?? item.id;
		cursor.rows.step(item.id, to);
		cursor.focus(to);
	} else if (!onRow) return false;
	else if (key.type === "toggle") cursor.toggle(item.id, key.shift);
	else if (onOpen) onOpen(item);
	else return false;
	return true;
}
