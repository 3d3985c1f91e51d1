import { createHmac } from "node:crypto";
import { noticesContract } from "#shared/contracts/notices.ts";
import { type Config, deriveKey } from "../../config.ts";

/** Where Microsoft tells that an Outlook account has news. Whoever knows the address can have that account synced, no more. */
export function outlookNoticeUrl(config: Config, accountId: string): string {
	const url = new URL(noticesContract["outlook-notice"].path, config.baseUrl);
	url.search = new URLSearchParams({ account: accountId, key: keyOf(config, accountId) }).toString();
	return url.href;
}

export function keyOf(config: Config, accountId: string): string {
	return createHmac("sha256", deriveKey(config, "outlook-notices")).update(accountId).digest("base64url");
}
