import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { keys } from "#web/lib/api/query-client.ts";
import { selectAllAccounts } from "#web/lib/mailbox/accounts.ts";
import { signedOutByUser } from "#web/lib/session/session.ts";
import { onSessionEvent, watchSession } from "#web/lib/session/session-events.ts";

/**
 * Reacts to signing out, in this or another tab. A session that ends otherwise stays the page's (`ended-session.ts`).
 * Call once per app.
 */
export function handleSessionEvents(client: QueryClient, router: AnyRouter): void {
	const forget = () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
	onSessionEvent((event) => {
		if (event !== "SIGNED_OUT") return;
		selectAllAccounts();
		const here = router.state.matches.at(-1)?.staticData.area === "tool" ? router.state.location.href : null;
		// Signing out goes home (useSignOut); after signing out in another tab the user returns to this page.
		if (here === null || signedOutByUser()) return;
		void router.navigate({ to: "/auth", search: { redirect: here } }).then(forget);
	});
	watchSession(client);
}
