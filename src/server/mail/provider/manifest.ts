import type { z } from "zod";
import type { ProviderInfo } from "#shared/provider-info.ts";
import type { ProviderKind } from "#shared/providers.ts";
import { type Config, parseSettings } from "../../config.ts";
import type { Provider } from "./provider.ts";

export { ConfigError } from "../../config.ts";
export { count, flag, webAddress } from "../../environment-types.ts";

/** What the server offers a provider when it starts. */
export interface ProviderHost {
	/** Environment variables by name, without empty ones. */
	variables: Config["variables"];
	/** The operator's OAuth clients, which sign-in uses as well; null: not registered. */
	oauthClients: Pick<Config, "google" | "microsoft">;
	/** The webhook URL of an account. Knowing it allows triggering a sync of that account, nothing else. */
	webhookUrl(accountId: string): string;
}

/** The server's part of a kind of mailbox: `src/providers/<kind>/manifest.ts`; `src/server/providers.ts` lists it. */
export interface ProviderManifest {
	info: ProviderInfo & { kind: ProviderKind };
	/** The environment variables that it reads, with a `description` each; absent: none. */
	settings?: z.ZodObject;
	/**
	 * @returns null where the operator has not set it up
	 * @throws ConfigError for an invalid setting
	 */
	create(host: ProviderHost): Provider | null;
}

/**
 * Declares a provider.
 * @param settings the environment variables that it reads, all optional, each with a `description` for docs/settings.md
 */
export function defineProvider<Settings extends z.ZodObject>(
	info: ProviderManifest["info"],
	settings: Settings,
	create: (settings: z.output<Settings>, host: ProviderHost) => Provider | null,
): ProviderManifest {
	return { info, settings, create: (host) => create(parseSettings(settings, host.variables), host) };
}
