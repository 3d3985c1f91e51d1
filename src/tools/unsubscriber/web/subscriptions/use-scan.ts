import { useSelection } from "#web/lib/accounts.ts";
import { useJobAction } from "#web/lib/job-action.ts";
import { hasMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { keys } from "#web/lib/query-client.ts";
import { listsKey, unsubscriber } from "../api.ts";
import { t } from "../text.ts";

/** Syncs new mail, then reloads the lists. @param account absent: all mailboxes */
export function useScan(account: string | undefined) {
	const selection = useSelection();
	const { run, isRunning } = useJobAction({
		start: () => unsubscriber.scanSubscriptions({ body: { account } }),
		failed: t.subscriptions.scanFailed,
		// Stored mail is shown even if the sync failed.
		refresh: [listsKey, keys.accounts],
	});
	return {
		scanning: isRunning,
		scan: () => {
			if (hasMailbox(selection)) void run();
		},
	};
}
