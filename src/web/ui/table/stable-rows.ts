import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

interface Rows {
	count: number;
	rowHeight: number;
	rowKey: (index: number) => string | number;
	enabled: boolean;
}

/** Keeps the visible rows in position when others are added or removed above them. Needs rows of equal height. */
export function useStableRows(scroller: RefObject<HTMLDivElement | null>, rows: Rows): void {
	const { count, rowHeight, rowKey, enabled } = rows;
	const anchor = useRef<{ key: string | number; index: number } | null>(null);
	const first = count > 0 ? rowKey(0) : undefined;

	// biome-ignore lint/correctness/useExhaustiveDependencies: rows above the anchor moved exactly when one of these changed
	useLayoutEffect(() => {
		const element = scroller.current;
		const previous = anchor.current;
		if (!enabled || !element || !previous || element.scrollTop <= 0) return;
		if (previous.index < count && rowKey(previous.index) === previous.key) return;
		for (let index = 0; index < count; index++) {
			if (rowKey(index) !== previous.key) continue;
			element.scrollTop += (index - previous.index) * rowHeight;
			anchor.current = { key: previous.key, index };
			return;
		}
	}, [count, first, enabled]);

	useEffect(() => {
		const element = scroller.current;
		if (!enabled || !element) return;
		const note = () => {
			const index = Math.floor(element.scrollTop / rowHeight);
			anchor.current = index < count ? { key: rowKey(index), index } : null;
		};
		note();
		element.addEventListener("scroll", note, { passive: true });
		return () => element.removeEventListener("scroll", note);
	}, [scroller, enabled, rowHeight, count, rowKey]);
}
