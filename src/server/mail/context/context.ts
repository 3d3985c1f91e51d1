import type { PlatformContext } from "../../platform/context/context.ts";
import type { ParsePool } from "../parse/pool.ts";
import type { Provider, ProviderKind } from "../provider/provider.ts";
import type { SessionCache } from "../sessions/session-cache.ts";

/** What mail and the tools are given: the platform, the parsers and the mailboxes. */
export interface MailContext extends PlatformContext {
	parsePool: ParsePool;
	/** Open connections to mailboxes. */
	mailSessions: SessionCache;
	providers: ReadonlyMap<ProviderKind, Provider>;
}
