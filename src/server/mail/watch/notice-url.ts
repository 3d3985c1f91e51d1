import { createHmac } from "node:crypto";
import { noticesContract } from "#shared/contracts/notices.ts";
import { type Config, deriveKey } from "../../config.ts";

/**
 * The URL that Microsoft notifies of changes in an Outlook account. Knowing it allows triggering a sync of that
 * account, nothing else.
 */
export function outlookNoticeUrl(config: Config, accountId: string): string {
	const url = new URL(noticesContract["outlook-notice"].path, config.baseUrl);
	url.search = new URLSearchParams({ account: accountId, key: keyOf(config, accountId) }).toString();
	return url.href;
}

export function keyOf(config: Config, accountId: string): string {
	return createHmac("sha256", deriveKey(config, "outlook-notices")).update(accountId).digest("base64url");
}
