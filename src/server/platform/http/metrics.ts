import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../../db/database.ts";
import type { Disk } from "../disk/disk.ts";
import { countFailing } from "../event-streams/store.ts";
import type { EventLoopMonitor } from "../watchdog/event-loop.ts";

/** Prometheus metrics for the operator. */
export interface Metrics {
	/** @param route the route pattern, not the path @param ms duration */
	request(method: string, route: string, status: number, ms: number): void;
	/** Counts open event streams. */
	streams(change: 1 | -1): void;
	/** Mailboxes that this worker watches: over a dedicated connection, or by polling. */
	watched(counts: { connected: number; polled: number }): void;
	/** Mailboxes taken over from a worker that died. */
	takeovers(count: number): void;
	/** Prometheus exposition text and its content type. */
	text(): Promise<{ contentType: string; text: string }>;
}

const states = ["queued", "running"];

export function createMetrics(
	database: Pick<Database, "one" | "query">,
	eventLoop: Pick<EventLoopMonitor, "delay" | "blockedShare">,
	disk: Pick<Disk, "freeBytes">,
): Metrics {
	const registers = [new Registry()];
	const [registry] = registers as [Registry];
	collectDefaultMetrics({ register: registry });
	const duration = new Histogram({
		name: "mailstead_http_request_duration_seconds",
		help: "How long requests took, until the first byte of the reply",
		labelNames: ["method", "route"],
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers,
	});
	const replies = new Counter({
		name: "mailstead_http_replies_total",
		help: "Replies by route and status",
		labelNames: ["method", "route", "status"],
		registers,
	});
	const streams = new Gauge({ name: "mailstead_event_streams", help: "Open streams of events", registers });
	const watched = new Gauge({
		name: "mailstead_watched_mailboxes",
		help: "Mailboxes that this worker watches, by how",
		labelNames: ["by"],
		registers,
	});
	const takeovers = new Counter({
		name: "mailstead_watch_takeovers_total",
		help: "Mailboxes taken over from workers that died",
		registers,
	});
	collectFromDatabase(database, registers);
	collectFromProcess(eventLoop, disk, registers);
	return {
		request(method, route, status, ms) {
			duration.observe({ method, route }, ms / 1000);
			replies.inc({ method, route, status: String(status) });
		},
		streams: (change) => streams.inc(change),
		watched({ connected, polled }) {
			watched.set({ by: "connection" }, connected);
			watched.set({ by: "polling" }, polled);
		},
		takeovers: (count) => takeovers.inc(count),
		text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
	};
}

/** Measured by queries, over all processes. */
function collectFromDatabase(database: Pick<Database, "one" | "query">, registers: Registry[]): void {
	new Gauge({
		name: "mailstead_jobs",
		help: "Queued and running jobs",
		labelNames: ["state"],
		registers,
		// Counts the active jobs of all users, the only query that is not filtered by owner. Finished jobs are kept for a
		// month, too many to count on each scrape.
		async collect() {
			const rows = await database.query<{ state: string; n: number }>(
				`select 'queued' as state, count(*)::int as n from jobs where state = 'queued'
				union all select 'running', count(*)::int from jobs where state = 'running'`,
				[],
			);
			const counts = new Map(rows.map((row) => [row.state, row.n]));
			for (const state of states) this.set({ state }, counts.get(state) ?? 0);
		},
	});
	new Gauge({
		name: "mailstead_failing_subscribers",
		help: "Event subscribers that fail and are retried, and that are parked until an operator retries them",
		labelNames: ["state"],
		registers,
		async collect() {
			const { failing, parked } = await countFailing(database);
			this.set({ state: "failing" }, failing);
			this.set({ state: "parked" }, parked);
		},
	});
	new Gauge({
		name: "mailstead_sync_overdue_seconds",
		help: "How long the mailbox that has waited longest for a poll is overdue",
		registers,
		// Mailboxes of all workers, by worker index.
		async collect() {
			const row = await database.one<{ seconds: number }>(
				`select coalesce(extract(epoch from now() - min(first.poll_at)), 0)::float8 as seconds from watchers w
				cross join lateral (select min(poll_at) as poll_at from account_watches where watcher_id = w.id) first
				where first.poll_at < now()`,
				[],
			);
			this.set(row?.seconds ?? 0);
		},
	});
}

function collectFromProcess(
	eventLoop: Pick<EventLoopMonitor, "delay" | "blockedShare">,
	disk: Pick<Disk, "freeBytes">,
	registers: Registry[],
): void {
	new Gauge({
		name: "mailstead_event_loop_delay_seconds",
		help: "How late the event loop ran what was due, over the last half minute to minute",
		labelNames: ["quantile"],
		registers,
		collect() {
			const { p50Ms, p99Ms, maxMs } = eventLoop.delay();
			this.set({ quantile: "0.5" }, p50Ms / 1000);
			this.set({ quantile: "0.99" }, p99Ms / 1000);
			this.set({ quantile: "1" }, maxMs / 1000);
		},
	});
	new Gauge({
		name: "mailstead_event_loop_blocked_ratio",
		help: "Share of the last half minute in which the event loop was blocked",
		registers,
		collect() {
			this.set(eventLoop.blockedShare());
		},
	});
	new Gauge({
		name: "mailstead_disk_free_bytes",
		help: "Free space of the disk that holds the data folder",
		registers,
		collect() {
			if (disk.freeBytes !== null) this.set(disk.freeBytes);
		},
	});
}
