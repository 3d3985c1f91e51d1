import type { Quota } from "#kernel/mail.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import { type MailboxSpace, spaceOf } from "#shared/figures/storage.ts";
import type { Storage } from "../contract.ts";

const MB = 1024 ** 2;

export interface MailboxStorage extends MailboxSpace {
	isEstimated: boolean;
}

/** Space that a mailbox uses, and of how much. */
export function storageOfMailbox(
	{ sizeBytes, totalEmails }: Pick<Account, "sizeBytes" | "totalEmails">,
	quota: Quota,
): MailboxStorage {
	const isUnknown = sizeBytes === 0 && totalEmails > 0;
	const mailBytes = isUnknown ? estimatedBytes(totalEmails) : sizeBytes;
	return { mailBytes, ...quota, isEstimated: isUnknown && quota.usedBytes === null };
}

/** The specification's estimate: 25 KB an email, in whole MB. */
function estimatedBytes(emails: number): number {
	return Math.round((emails * 25) / 1024) * MB;
}

/** Sum over mailboxes. @param mailBytes measured size of their mail */
export function storageOf(mailboxes: readonly MailboxStorage[], mailBytes: number): Omit<Storage, "isPending"> {
	const { usedBytes, quotaBytes, quotaUsedBytes, percent, withoutQuota } = spaceOf(mailboxes);
	return {
		...{ usedBytes, quotaBytes, quotaUsedBytes, mailBytes },
		percent: percent ?? 0,
		quotaBasis: quotaBytes === 0 ? "none" : withoutQuota === 0 ? "reported" : "mixed",
		isEstimated: mailboxes.some((one) => one.isEstimated),
	};
}

/** Megabytes with two decimals. */
export function inMegabytes(bytes: number): number {
	return Math.round((100 * bytes) / MB) / 100;
}
