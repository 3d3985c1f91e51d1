import type { Usage } from "../../contract.ts";
import { ASSUMED_QUOTA, ORANGE_ABOVE, RED_ABOVE, WARNING_ABOVE } from "../../thresholds.ts";

/** Storage usage of one mailbox, as far as known; bytes. */
export interface Fullness {
	measuredBytes: number;
	/** As reported by the mail server; null where it reports none. */
	quotaUsedBytes: number | null;
	quotaLimitBytes: number | null;
}

/**
 * Combined storage usage of mailboxes. The mail server's figures take precedence, as only it knows what else uses the quota;
 * without them, the measured sizes are compared with the typical quota of providers.
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
