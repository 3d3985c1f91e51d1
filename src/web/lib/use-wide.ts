import { useSyncExternalStore } from "react";

/** The kit's `lg`. */
const wide = typeof matchMedia === "undefined" ? null : matchMedia("(min-width: 1024px)");

function subscribe(listener: () => void): () => void {
	wide?.addEventListener("change", listener);
	return () => wide?.removeEventListener("change", listener);
}

/** Whether there is room for two panes side by side, such as a list and its selected item. */
export function useWide(): boolean {
	return useSyncExternalStore(subscribe, () => wide?.matches ?? true);
}
