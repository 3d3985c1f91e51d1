import { defaultKeyExtractor, defaultRangeExtractor, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
	type CSSProperties,
	type HTMLAttributes,
	type ReactNode,
	type Ref,
	type RefObject,
	useEffect,
	useImperativeHandle,
	useLayoutEffect,
	useRef,
} from "react";
import { cx } from "../base/cx.ts";
import { useStableRows } from "./stable-rows.ts";

export interface VirtualListHandle {
	/** Scrolls a row into view with as little movement as possible. */
	scrollTo(index: number): void;
	/** The scrolling element, for focus. */
	element(): HTMLDivElement | null;
}

interface VirtualListProps {
	count: number;
	/** Estimated height in pixels; rows are measured when rendered. */
	rowHeight: number;
	/** Every row is exactly `rowHeight` tall: nothing is measured, and rows added above do not move what is in view. */
	fixedRows?: boolean;
	/** A row that is always rendered, because it has the focus. */
	keepRow?: number;
	/** Number of rows before the end at which `onEndNear` is called. */
	ahead?: number;
	/** Another function makes the list measure all rows again: keep it while the rows are the same. */
	rowKey: (index: number) => string | number;
	row: (index: number) => ReactNode;
	label: string;
	/** `listbox` and `grid` are for keyboard-driven lists that manage their own focus. */
	role?: Role;
	/** Attributes of the row's element, such as `aria-selected`. */
	rowProps?: (index: number) => HTMLAttributes<HTMLDivElement>;
	/** Attributes of the scrolling element, such as `onKeyDown` or `aria-activedescendant`. */
	listProps?: HTMLAttributes<HTMLDivElement>;
	/** Total rows, if more than `count` exist on the server. */
	total?: number;
	/** Called when the last rows come near; load the next page then. */
	onEndNear?: () => void;
	/** Shown under the last row: "Loading more…". */
	footer?: ReactNode;
	handle?: Ref<VirtualListHandle>;
	/** A short list whose page scrolls: it is as tall as its rows, which are all rendered. */
	inFlow?: boolean;
}

type Role = "list" | "listbox" | "grid";

/** Only the rows in view are in the DOM, so each states its position in the whole list (ARIA). */
function ariaPosition(role: Role, index: number, total: number): HTMLAttributes<HTMLDivElement> {
	return role === "grid" ? { "aria-rowindex": index + 1 } : { "aria-setsize": total, "aria-posinset": index + 1 };
}

function listNames(role: Role, label: string, total: number): HTMLAttributes<HTMLDivElement> {
	return role === "grid" ? { "aria-label": label, "aria-rowcount": total } : { "aria-label": label };
}

const rowRoles = { list: "listitem", listbox: "option", grid: "row" } as const;

/** @param height null: rows are as tall as their content */
function rowStyle(top: number, height: number | null): CSSProperties {
	const position = { position: "absolute", insetInline: 0 } as const;
	if (height === null) return { ...position, top: 0, transform: `translateY(${top}px)` };
	// Nothing in a row changes the layout around it.
	return { ...position, top, height, contain: "size layout" };
}

/** Keeps the first row in view where it is when the height of all rows changes: by a narrower window, or another density. */
function useKeptPosition(
	scroller: RefObject<HTMLDivElement | null>,
	virtual: Virtualizer<HTMLDivElement, Element>,
	{ rowHeight, height, enabled }: { rowHeight: number; height: number; enabled: boolean },
): void {
	const laidOut = useRef(rowHeight);
	const scrollTo = useRef<number>(undefined);
	useLayoutEffect(() => {
		const before = laidOut.current;
		laidOut.current = rowHeight;
		if (!enabled || before === rowHeight || !scroller.current) return;
		scrollTo.current = (scroller.current.scrollTop * rowHeight) / before;
		virtual.scrollOffset = scrollTo.current;
		// It keeps the positions of the first layout otherwise.
		virtual.measure();
	}, [scroller, virtual, rowHeight, enabled]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has its new height can be scrolled that far
	useLayoutEffect(() => {
		if (scrollTo.current === undefined || !scroller.current) return;
		scroller.current.scrollTop = scrollTo.current;
		scrollTo.current = undefined;
	}, [height]);
}

/** A list of any length that renders only the rows in view; fills its container and scrolls inside. */
export function VirtualList(props: VirtualListProps) {
	const { count, rowHeight, rowKey, row, label, role = "list", rowProps, listProps, total, footer, handle } = props;
	const { fixedRows = false, keepRow, ahead = 10, inFlow = false } = props;
	const scroller = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		// What is measured is kept by key. Rows of equal height need none, and a map of a hundred thousand ids slows down the
		// garbage collector.
		getItemKey: fixedRows ? defaultKeyExtractor : rowKey,
		overscan: 8,
		// Without a scroll element of its own the list has the height of all rows, so all of them are in view.
		initialRect: inFlow ? { width: 1, height: count * rowHeight } : undefined,
		rangeExtractor: (range) => {
			if (inFlow) return Array.from({ length: count }, (_, index) => index);
			const drawn = defaultRangeExtractor(range);
			if (keepRow === undefined || keepRow < 0 || keepRow >= count || drawn.includes(keepRow)) return drawn;
			return [...drawn, keepRow].sort((a, b) => a - b);
		},
	});
	const rows = virtual.getVirtualItems();
	const height = virtual.getTotalSize();
	useKeptPosition(scroller, virtual, { rowHeight, height, enabled: fixedRows });
	useStableRows(scroller, { count, rowHeight, rowKey, enabled: fixedRows && !inFlow });
	const last = rows.findLast((item) => item.index !== keepRow)?.index ?? -1;
	const endNear = props.onEndNear;
	useEffect(() => {
		if (count > 0 && last >= count - ahead) endNear?.();
	}, [last, count, ahead, endNear]);
	useImperativeHandle(handle, () => ({
		scrollTo: (index) => {
			if (!inFlow) virtual.scrollToIndex(index, { align: "auto" });
			else scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" });
		},
		element: () => scroller.current,
	}));
	return (
		<div
			tabIndex={0}
			{...listProps}
			ref={scroller}
			role={role}
			{...listNames(role, label, total ?? count)}
			className={cx(
				"min-h-0 flex-1 outline-none [overflow-anchor:none] focus-visible:rounded-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]",
				!inFlow && "overflow-y-auto overscroll-contain",
			)}
		>
			<div role="presentation" style={{ height, position: "relative" }}>
				{rows.map((item) => (
					<div
						{...rowProps?.(item.index)}
						key={rowKey(item.index)}
						ref={fixedRows ? undefined : virtual.measureElement}
						data-index={item.index}
						role={rowRoles[role]}
						{...ariaPosition(role, item.index, total ?? count)}
						style={rowStyle(item.start, fixedRows ? rowHeight : null)}
					>
						{row(item.index)}
					</div>
				))}
			</div>
			{footer}
		</div>
	);
}
