import { createHmac } from "node:crypto";
import { type Config, deriveKey } from "../../config.ts";
import type { ProviderKind } from "../provider/provider.ts";

/** Where a provider reports changes. */
export const webhookPath = (kind: ProviderKind): string => `/api/v1/webhooks/${kind}`;

/**
 * The URL at which a provider reports changes of one account. Knowing it allows triggering a sync of that account,
 * nothing else.
 */
export function webhookUrl(config: Config, kind: ProviderKind, accountId: string): string {
	const url = new URL(webhookPath(kind), config.baseUrl);
	url.search = new URLSearchParams({ account: accountId, key: webhookKey(config, kind, accountId) }).toString();
	return url.href;
}

export function webhookKey(config: Config, kind: ProviderKind, accountId: string): string {
	return createHmac("sha256", deriveKey(config, `${kind}-webhook`))
		.update(accountId)
		.digest("base64url");
}
