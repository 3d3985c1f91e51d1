import { useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { setPageTitle } from "#web/lib/screens/page-title.ts";

/**
 * Sets the document title from the route, and after navigation moves the focus to the page's heading, so that keyboards
 * and screen readers start there. A different URL of the same page (a message opened) moves nothing.
 */
export function RouteAnnouncer() {
	const title = useMatches({
		select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
	});
	const path = useRouterState({
		select: (state): string | undefined => (state.resolvedLocation ? state.matches.at(-1)?.routeId : undefined),
	});
	const before = useRef<string | undefined>(undefined);
	useEffect(() => {
		// Pages without a title in the table (not found, crash) set it themselves.
		if (title !== undefined) setPageTitle(title);
	}, [title]);
	useEffect(() => {
		if (path === undefined || path === before.current) return;
		const first = before.current === undefined;
		before.current = path;
		if (first) return;
		const main = document.getElementById("main");
		(main?.querySelector<HTMLElement>("h1[tabindex]") ?? main)?.focus({ preventScroll: true });
	}, [path]);
	return null;
}
