import type { Usage } from "../../contract.ts";
import { ASSUMED_QUOTA, ORANGE_ABOVE, RED_ABOVE, WARNING_ABOVE } from "../thresholds.ts";

/** How full one mailbox is, as far as is known; bytes. */
export interface Fullness {
	measuredBytes: number;
	/** As its mail server says; null where it does not. */
	quotaUsedBytes: number | null;
	quotaLimitBytes: number | null;
}

/**
 * How full mailboxes are together. What the mail server says counts, for only it knows what else shares the quota; where
 * it says nothing, the sizes that were measured stand against the quota that providers usually give.
 */
export function usageOf(mailboxes: readonly Fullness[]): Usage {
	let usedBytes = 0;
	let quotaBytes = 0;
	let isAssumed = mailboxes.length === 0;
	for (const { measuredBytes, quotaUsedBytes, quotaLimitBytes } of mailboxes) {
		const limit = quotaLimitBytes === null || quotaLimitBytes <= 0 ? null : quotaLimitBytes;
		isAssumed ||= limit === null;
		quotaBytes += limit ?? ASSUMED_QUOTA;
		usedBytes += limit === null ? measuredBytes : (quotaUsedBytes ?? measuredBytes);
	}
	const percent = Math.min(100, (usedBytes / Math.max(1, quotaBytes || ASSUMED_QUOTA)) * 100);
	return {
		usedBytes,
		quotaBytes: quotaBytes || ASSUMED_QUOTA,
		basis: isAssumed ? "estimated" : "measured",
		percent,
		level: levelOf(percent),
		warning: percent > WARNING_ABOVE,
	};
}

export function levelOf(percent: number): Usage["level"] {
	if (percent > RED_ABOVE) return "red";
	return percent > ORANGE_ABOVE ? "orange" : "green";
}
