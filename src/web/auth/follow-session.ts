import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { selectAllAccounts } from "#web/lib/accounts.ts";
import { keys } from "#web/lib/query-client.ts";
import { signedOutByUser } from "#web/lib/session.ts";
import { onSessionEvent, watchSession } from "#web/lib/session-events.ts";

/** Reacts to session changes in this or another tab. Call once per app. */
export function followSession(client: QueryClient, router: AnyRouter): void {
	let person: string | undefined;
	const forget = () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
	onSessionEvent((event, session) => {
		if (event === "SIGNED_OUT") {
			selectAllAccounts();
			const here = router.state.matches.at(-1)?.staticData.area === "tool" ? router.state.location.href : null;
			// Signing out goes home (useSignOut); after an expired session the user returns to this page.
			if (here === null || signedOutByUser()) return;
			void router.navigate({ to: "/auth", search: { redirect: here } }).then(forget);
		}
		// Never show one user's data to another.
		if (event === "SIGNED_IN" && person !== undefined && person !== session?.user.id) forget();
		person = session?.user.id ?? person;
	});
	watchSession(client);
}
