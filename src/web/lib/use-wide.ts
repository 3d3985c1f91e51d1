import { useSyncExternalStore } from "react";

/** The kit's `lg`. */
const wide = typeof matchMedia === "undefined" ? null : matchMedia("(min-width: 1024px)");

function subscribe(listener: () => void): () => void {
	wide?.addEventListener("change", listener);
	return () => wide?.removeEventListener("change", listener);
}

/** Whether there is room for two panes beside each other, such as a list and what is chosen in it. */
export function useWide(): boolean {
	return useSyncExternalStore(subscribe, () => wide?.matches ?? true);
}
