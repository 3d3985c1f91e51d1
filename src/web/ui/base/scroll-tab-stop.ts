import { type RefObject, useEffect, useState } from "react";

const FOCUSABLE = "a[href], button:enabled, input:enabled, textarea:enabled, [tabindex]";

/**
 * The tab index of a frame whose content can be larger. Where it scrolls and has nothing to focus, Tab reaches it, so that
 * the keys scroll it.
 * @param frame with one child, its content
 */
export function useScrollTabStop(frame: RefObject<HTMLElement | null>): 0 | undefined {
	const [isTabStop, setTabStop] = useState(false);
	useEffect(() => {
		const outer = frame.current;
		const inner = outer?.firstElementChild;
		if (!outer || !inner) return;
		const observer = new ResizeObserver(() => {
			const scrolls = outer.scrollHeight > outer.clientHeight || outer.scrollWidth > outer.clientWidth;
			setTabStop(scrolls && inner.querySelector(FOCUSABLE) === null);
		});
		observer.observe(outer);
		observer.observe(inner);
		return () => observer.disconnect();
	}, [frame]);
	return isTabStop ? 0 : undefined;
}
