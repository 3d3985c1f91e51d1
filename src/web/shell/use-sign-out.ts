import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { selectAllAccounts } from "#web/lib/accounts.ts";
import { keys } from "#web/lib/query-client.ts";
import { signOut } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";

/** Ends the session, forgets everything fetched, and goes home. */
export function useSignOut(): () => Promise<void> {
	const client = useQueryClient();
	const navigate = useNavigate();
	return async () => {
		try {
			await signOut();
		} catch (error) {
			toast({ title: "Error", description: (error as Error).message, tone: "destructive" });
			return;
		}
		// First of all, so that what is on the screen stops asking for things that now need a session.
		client.setQueryData(keys.session, null);
		selectAllAccounts();
		await navigate({ to: "/" });
		client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
	};
}
