import { type MailboxSpace, spaceOf } from "#shared/figures/storage.ts";
import { ORANGE_ABOVE, RED_ABOVE, WARNING_ABOVE } from "../../thresholds.ts";
import type { Usage } from "../../usage.ts";

/** Combined storage usage of mailboxes, as far as their providers report it. */
export function usageOf(mailboxes: readonly MailboxSpace[]): Usage {
	const { usedBytes, quotaBytes, quotaUsedBytes, percent: share, withoutQuota } = spaceOf(mailboxes);
	const percent = share ?? 0;
	return {
		...{ usedBytes, quotaBytes, quotaUsedBytes, percent },
		basis: quotaBytes === 0 || withoutQuota > 0 ? "estimated" : "measured",
		level: levelOf(percent),
		warning: percent > WARNING_ABOVE,
	};
}

export function levelOf(percent: number): Usage["level"] {
	if (percent > RED_ABOVE) return "red";
	return percent > ORANGE_ABOVE ? "orange" : "green";
}
