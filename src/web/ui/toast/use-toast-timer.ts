import { createContext, use, useEffect, useRef, useSyncExternalStore } from "react";

/** Whether someone points at a toast or has the focus in one: then none goes away. */
export const ToastsInUse = createContext(false);

/** Calls back after some milliseconds in which toasts were in view and not in use. @param serial another one: it starts again */
export function useToastTimer(ms: number, serial: number, onEnd: () => void): void {
	const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
	const isPaused = use(ToastsInUse) || isHidden;
	const end = useRef(onEnd);
	const left = useRef({ serial, ms });
	useEffect(() => {
		end.current = onEnd;
	});
	useEffect(() => {
		if (left.current.serial !== serial) left.current = { serial, ms };
		if (isPaused) return;
		const started = performance.now();
		const timer = setTimeout(() => end.current(), left.current.ms);
		return () => {
			clearTimeout(timer);
			left.current.ms -= performance.now() - started;
		};
	}, [isPaused, serial, ms]);
}

function onVisibility(listener: () => void): () => void {
	document.addEventListener("visibilitychange", listener);
	return () => document.removeEventListener("visibilitychange", listener);
}
