import type { Account } from "#shared/contracts/accounts.ts";

/** What a provider's access that was revoked or has expired is called. */
export const NO_ACCESS_TOKEN = "No valid access token";

/** Mailboxes that figures are about. */
export interface Scope {
	ownerId: string;
	/** Those whose mail is known, at least in part. */
	accountIds: string[];
}

/** False: never listed, so its counts of 0 mean nothing. */
export function isKnown({ lastSyncAt, totalEmails }: Account): boolean {
	return lastSyncAt !== null || totalEmails > 0;
}

/** Why figures of a mailbox are missing or old; null: they are not. */
export function problemOf({ status, syncStatus, lastError }: Account): string | null {
	if (status === "needs_sign_in") return NO_ACCESS_TOKEN;
	return syncStatus === "failed" || status === "error" ? (lastError ?? "The last sync failed.") : null;
}
