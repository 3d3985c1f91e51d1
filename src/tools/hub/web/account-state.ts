import { isConnectedBy } from "#shared/providers.ts";
import { isOver, type Job } from "#web/lib/jobs/jobs.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { providerScreens } from "#web/providers.ts";
import { t } from "./text.ts";

/** What a mailbox needs and offers, from its status and its latest run. */
export function accountState(account: Account, job: Job | undefined) {
	const { remote } = account.capabilities;
	const lost = account.status === "disconnected" || account.status === "needs_sign_in";
	const running = job !== undefined && !isOver(job) ? job : null;
	const broken =
		running === null &&
		!lost &&
		(job?.state === "cancelled" || job?.state === "failed" || account.syncStatus === "failed");
	const consents = isConnectedBy(account.provider, "consent");
	const ConnectionDialog = isConnectedBy(account.provider, "consent")
		? undefined
		: providerScreens[account.provider].connectionDialog;
	return {
		/** Access is gone until the user connects it again. */
		lost,
		/** A sync or import that is in progress. */
		running,
		/** The latest sync or import did not complete. */
		broken,
		syncLabel: lost ? null : syncLabelOf({ remote, broken }),
		/** It is connected by consent at its provider, and not by its own dialog. */
		consents,
		ConnectionDialog,
		canReconnect: lost && (ConnectionDialog !== undefined || consents),
		/** It is read-only, and more access can be requested. */
		canAllow: consents && account.access === "read" && !lost,
	};
}

export type AccountState = ReturnType<typeof accountState>;

function syncLabelOf({ remote, broken }: { remote: boolean; broken: boolean }): string | null {
	if (broken) return remote ? t.accountRow.tryAgain : t.accountRow.resumeImport;
	return remote ? t.accountRow.syncNow : null;
}
