import { keys } from "#web/lib/api/query-client.ts";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { hasMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { listsKey, unsubscriber } from "../base/api.ts";
import { t } from "../base/text.ts";

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
