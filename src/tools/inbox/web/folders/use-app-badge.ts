import { useEffect } from "react";
import { countInTitle } from "#web/lib/screens/page-title.ts";

/**
 * Shows the number of unread messages in the title of every page and on the icon of the installed app
 * (https://www.w3.org/TR/badging/); 0 shows nothing.
 */
export function useAppBadge(count: number): void {
	useEffect(() => {
		countInTitle(count);
		// Refused where the app is not installed.
		void navigator.setAppBadge?.(count).catch(() => undefined);
		return () => {
			countInTitle(0);
			void navigator.clearAppBadge?.().catch(() => undefined);
		};
	}, [count]);
}
