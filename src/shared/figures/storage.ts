/** What is known of a mailbox's space, in bytes. */
export interface MailboxSpace {
	/** Size of its stored mail. */
	mailBytes: number;
	/** As its provider reports them; null: it does not. */
	usedBytes: number | null;
	limitBytes: number | null;
}

/** The space of mailboxes together. */
export interface Space {
	/** Reported by the providers; stored mail where one reports nothing. */
	usedBytes: number;
	/** The quotas that are reported; 0: none is. */
	quotaBytes: number;
	/** What is used of them: of mailboxes with a quota alone. */
	quotaUsedBytes: number;
	/** Of the quotas, from 0 to 100; null: no provider reports one. */
	percent: number | null;
	/** Mailboxes whose provider reports no quota. */
	withoutQuota: number;
}

/**
 * Adds up what providers report. A quota that no one reported is no figure: such a mailbox adds its mail to what is used, and
 * nothing to the quota or its share.
 */
export function spaceOf(mailboxes: readonly MailboxSpace[]): Space {
	const space = { usedBytes: 0, quotaBytes: 0, quotaUsedBytes: 0, withoutQuota: 0 };
	for (const { mailBytes, usedBytes, limitBytes } of mailboxes) {
		const used = usedBytes ?? mailBytes;
		space.usedBytes += used;
		if (limitBytes === null || limitBytes <= 0) {
			space.withoutQuota++;
			continue;
		}
		space.quotaBytes += limitBytes;
		space.quotaUsedBytes += used;
	}
	const { quotaBytes, quotaUsedBytes } = space;
	// Providers let mailboxes grow beyond their quota for a while.
	return { ...space, percent: quotaBytes === 0 ? null : Math.min(100, (100 * quotaUsedBytes) / quotaBytes) };
}
