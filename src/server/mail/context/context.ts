import type { PlatformContext } from "../../platform/context/context.ts";
import type { ParsePool } from "../parse/pool/pool.ts";
import type { Provider, ProviderKind } from "../provider/provider.ts";
import type { SessionCache } from "../provider/session-cache.ts";

/** The context of mail and the tools: the platform, the parsers and the provider sessions. */
export interface MailContext extends PlatformContext {
	parsePool: ParsePool;
	/** Open connections to accounts. */
	mailSessions: SessionCache;
	providers: ReadonlyMap<ProviderKind, Provider>;
}
