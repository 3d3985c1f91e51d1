import type { Auth } from "./auth/auth.ts";
import type { Blobs } from "./blobs/blobs.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Disk } from "./disk/disk.ts";
import type { Events } from "./events/bus.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./log.ts";
import type { ParsePool } from "./mailbox/parse/pool.ts";
import type { Provider, ProviderKind } from "./mailbox/provider.ts";
import type { SessionCache } from "./mailbox/sync/session-cache.ts";
import type { Mailer } from "./outgoing/mailer.ts";
import type { EventLoopMonitor } from "./watchdog/event-loop.ts";

/** What the running product is made of: built once in `main.ts`, handed to everything, kept nowhere else. */
export interface Context {
	config: Config;
	log: Logger;
	database: Database;
	events: Events;
	jobs: Jobs;
	blobs: Blobs;
	auth: Auth;
	metrics: Metrics;
	/** Free space of the data folder. */
	disk: Disk;
	eventLoop: EventLoopMonitor;
	mailer: Mailer;
	parsePool: ParsePool;
	/** Open connections to people's mailboxes. */
	mailSessions: SessionCache;
	providers: ReadonlyMap<ProviderKind, Provider>;
	now(): number;
}
