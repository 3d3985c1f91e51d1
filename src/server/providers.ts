import { manifest as demo } from "#providers/demo/manifest.ts";
import { manifest as gmail } from "#providers/gmail/manifest.ts";
import { manifest as imap } from "#providers/imap/manifest.ts";
import { manifest as mbox } from "#providers/mbox/manifest.ts";
import { manifest as outlook } from "#providers/outlook/manifest.ts";
import type { ProviderKind } from "#shared/providers.ts";
import type { Config } from "./config.ts";
import type { ProviderManifest } from "./mail/provider/manifest.ts";
import type { Provider } from "./mail/provider/provider.ts";
import { webhookUrl } from "./mail/watch/webhook-url.ts";

/** The server's part of every provider, one line each. */
export const providerManifests: Readonly<Record<ProviderKind, ProviderManifest>> = { demo, gmail, imap, mbox, outlook };

/**
 * The providers that this server can connect; some need credentials from the operator.
 * @throws ConfigError for an invalid setting
 */
export function providersOf(
	config: Config,
	declared: readonly ProviderManifest[] = Object.values(providerManifests),
): ReadonlyMap<ProviderKind, Provider> {
	const found = declared.flatMap(({ info, create }) => {
		const provider = create({
			variables: config.variables,
			oauthClients: config,
			webhookUrl: (accountId) => webhookUrl(config, info.kind, accountId),
		});
		return provider === null ? [] : [provider];
	});
	return new Map(found.map((provider) => [provider.kind, provider]));
}
