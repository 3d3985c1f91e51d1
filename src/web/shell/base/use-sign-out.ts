import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { keys } from "#web/lib/api/query-client.ts";
import { saveAll } from "#web/lib/leaving/unsaved-work.ts";
import { selectAllAccounts } from "#web/lib/mailbox/accounts.ts";
import { signOut } from "#web/lib/session/session.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

/** Saves what was written, ends the session, clears the cache, and goes home. Asks before unsaved text is discarded. */
export function useSignOut(): () => Promise<void> {
	const client = useQueryClient();
	const navigate = useNavigate();
	return async () => {
		if (!(await saveAll()) && !(await confirmDiscarding())) return;
		try {
			await signOut();
		} catch (error) {
			toast({ title: t.topBar.error, description: (error as Error).message, tone: "destructive" });
			return;
		}
		// First, so that components on screen stop sending requests that need a session.
		client.setQueryData(keys.session, null);
		selectAllAccounts();
		// It was asked before.
		await navigate({ to: "/", ignoreBlocker: true });
		client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
	};
}

function confirmDiscarding(): Promise<boolean> {
	return confirm({
		title: t.signOut.title,
		description: t.signOut.description,
		confirm: t.signOut.confirm,
		danger: true,
	});
}
