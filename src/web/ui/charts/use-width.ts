import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Width of an element in pixels; 0 until it is measured. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
	const element = useRef<HTMLDivElement>(null);
	const [width, setWidth] = useState(0);
	useLayoutEffect(() => {
		if (!element.current) return;
		setWidth(element.current.clientWidth);
		const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
		observer.observe(element.current);
		return () => observer.disconnect();
	}, []);
	return [element, width];
}
