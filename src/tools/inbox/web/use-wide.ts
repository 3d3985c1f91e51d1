import { useSyncExternalStore } from "react";

/** From here on the list and the open message stand beside each other (the kit's `lg`). */
const wide = typeof matchMedia === "undefined" ? null : matchMedia("(min-width: 1024px)");

function subscribe(listener: () => void): () => void {
	wide?.addEventListener("change", listener);
	return () => wide?.removeEventListener("change", listener);
}

/** Whether there is room for the reading pane beside the list. */
export function useWide(): boolean {
	return useSyncExternalStore(subscribe, () => wide?.matches ?? true);
}
