import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

/** Below this many rows, rendering all of them is cheaper than measuring. */
const worthwhile = 100;

/** Which rows of a scrolling table to render, and the height (pixels) of the spacers for the others. */
export function useRowWindow(count: number, rowHeight: number, scrolls: boolean) {
	const scroller = useRef<HTMLDivElement>(null);
	const enabled = scrolls && count > worthwhile;
	const virtual = useVirtualizer({
		count,
		enabled,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		overscan: 10,
	});
	if (!enabled) return { scroller, start: 0, end: count, before: 0, after: 0 };
	const items = virtual.getVirtualItems();
	const first = items[0];
	const last = items.at(-1);
	if (!first || !last) return { scroller, start: 0, end: 0, before: 0, after: virtual.getTotalSize() };
	return {
		scroller,
		start: first.index,
		end: last.index + 1,
		before: first.start,
		after: virtual.getTotalSize() - last.end,
	};
}
