import { useSyncExternalStore } from "react";

/** A media query to follow. @param fallback where there is no window */
function mediaQuery(query: string, fallback: boolean) {
	const list = typeof matchMedia === "undefined" ? null : matchMedia(query);
	const subscribe = (listener: () => void) => {
		list?.addEventListener("change", listener);
		return () => list?.removeEventListener("change", listener);
	};
	return () => useSyncExternalStore(subscribe, () => list?.matches ?? fallback);
}

/** Whether there is room for two panes side by side, such as a list and its selected item (the kit's `lg`). */
export const useWide: () => boolean = mediaQuery("(min-width: 1024px)", true);

/** Whether rows of a table have no room: below the kit's `sm`. */
export const usePhone: () => boolean = mediaQuery("(max-width: 639px)", false);
