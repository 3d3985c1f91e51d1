import { useEffect } from "react";
import { tools } from "#web/registry.ts";

/** Milliseconds: long after the requested page has rendered. */
const pause = 4000;

/**
 * Prefetches the other screens and dialogs one after the other, so that navigation is instant and works while the
 * server restarts. The shell calls it once.
 */
export function usePrefetchedScreens(signedIn: boolean): void {
	useEffect(() => {
		if (!signedIn) return;
		let over = false;
		const loads = [
			...tools.flatMap((tool) => tool.screens.map((screen) => screen.load)),
			() => import("./commands/palette.tsx"),
			() => import("./commands/shortcuts-dialog.tsx"),
			() => import("./navigation/phone-menu.tsx"),
			() => import("#web/ui/overlay/confirm-host.tsx"),
		];
		const fetchAll = async () => {
			for (const load of loads) {
				if (over) return;
				await load();
			}
		};
		// A failed prefetch is repeated on navigation, which reports the error.
		const timer = setTimeout(() => void fetchAll().catch(() => undefined), pause);
		return () => {
			over = true;
			clearTimeout(timer);
		};
	}, [signedIn]);
}
