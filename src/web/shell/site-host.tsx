import { useMemo } from "react";
import type { Installed } from "#web/lib/screens/installed.ts";
import type { Session } from "#web/lib/session/session.ts";
import type { SiteHost, SiteLinkProps } from "#web/site/host.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";

/** Link component for public pages, based on the router. */
function RouterLink({ to, search, className, children }: SiteLinkProps) {
	return (
		<PathLink to={to} search={search} className={className}>
			{children}
		</PathLink>
	);
}

/** Implements `SiteHost` for public pages and the footer inside the app. */
export function useAppAsSiteHost(session: Session | null | undefined, { hasPath, titleOf }: Installed): SiteHost {
	const visitor = session === undefined ? "unknown" : session === null ? "signed-out" : "signed-in";
	return useMemo(() => ({ visitor, hasPath, titleOf, Link: RouterLink }), [visitor, hasPath, titleOf]);
}
