import type { pause } from "#shared/pause.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Capabilities } from "../capabilities/capabilities.ts";
import type { Disk } from "../disk/disk.ts";
import type { Events } from "../events/bus.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Net } from "../net/net.ts";
import type { Mailer } from "../system-mail/mailer.ts";
import type { EventLoopMonitor } from "../watchdog/event-loop.ts";
import type { Work } from "../work/work.ts";

/** Context available to every layer above the database. */
export interface PlatformContext {
	config: Config;
	log: Logger;
	database: Database;
	events: Events;
	jobs: Jobs;
	work: Work;
	/** What modules offer to one another. */
	capabilities: Capabilities;
	blobs: Blobs;
	metrics: Metrics;
	mailer: Mailer;
	/** DNS, HTTP and TCP. */
	net: Net;
	/** Free space of the data folder. */
	disk: Disk;
	eventLoop: EventLoopMonitor;
	/** Epoch milliseconds; injected so that tests need not wait. */
	now(): number;
	/** How jobs wait until a mail server is asked again; absent: for that long. */
	pause?: typeof pause;
}
