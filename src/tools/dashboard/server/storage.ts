import type { Quota } from "#kernel/mail.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Storage } from "../contract.ts";

/** Quota of a mailbox whose provider reports none: the specification's. */
export const ASSUMED_QUOTA = 15 * 1024 ** 3;
const MB = 1024 ** 2;

export interface MailboxStorage {
	usedBytes: number;
	quotaBytes: number;
	isAssumed: boolean;
	isEstimated: boolean;
}

/**
 * Space that a mailbox uses, and of how much. What the provider reports comes first: only it knows what else uses the
 * quota.
 */
export function storageOfMailbox(
	{ sizeBytes, totalEmails }: Pick<Account, "sizeBytes" | "totalEmails">,
	quota: Quota,
): MailboxStorage {
	const isEstimated = sizeBytes === 0 && totalEmails > 0;
	const mailBytes = isEstimated ? estimatedBytes(totalEmails) : sizeBytes;
	if (quota.limitBytes === null || quota.limitBytes <= 0)
		return { usedBytes: mailBytes, quotaBytes: ASSUMED_QUOTA, isAssumed: true, isEstimated };
	const usedBytes = quota.usedBytes ?? mailBytes;
	return {
		usedBytes,
		quotaBytes: quota.limitBytes,
		isAssumed: false,
		isEstimated: isEstimated && quota.usedBytes === null,
	};
}

/** The specification's estimate: 25 KB an email, in whole MB. */
function estimatedBytes(emails: number): number {
	return Math.round((emails * 25) / 1024) * MB;
}

/** Sum over mailboxes. @param mailBytes measured size of their mail */
export function storageOf(mailboxes: readonly MailboxStorage[], mailBytes: number): Omit<Storage, "isPending"> {
	const usedBytes = mailboxes.reduce((sum, one) => sum + one.usedBytes, 0);
	const quotaBytes = mailboxes.reduce((sum, one) => sum + one.quotaBytes, 0);
	const assumed = mailboxes.filter(({ isAssumed }) => isAssumed).length;
	return {
		usedBytes,
		quotaBytes,
		percent: quotaBytes > 0 ? (100 * usedBytes) / quotaBytes : 0,
		mailBytes,
		quotaBasis: assumed === 0 ? "reported" : assumed === mailboxes.length ? "assumed" : "mixed",
		isEstimated: mailboxes.some((one) => one.isEstimated),
	};
}

/** Megabytes with two decimals. */
export function inMegabytes(bytes: number): number {
	return Math.round((100 * bytes) / MB) / 100;
}
