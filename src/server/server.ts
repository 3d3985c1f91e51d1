import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Config, ConfigError } from "./config.ts";
import { createApp } from "./http/app.ts";
import { createAuth } from "./identity/auth/auth.ts";
import type { Context } from "./identity/auth/context.ts";
import { createLogger, type Logger } from "./log.ts";
import { createParsePool } from "./mail/parse/pool/pool.ts";
import { createSessionCache } from "./mail/provider/session-cache.ts";
import { modules } from "./modules.ts";
import { type Data, openData } from "./open-data.ts";
import { openStorage } from "./platform/blobs/open.ts";
import { watchBrand } from "./platform/brand/follow.ts";
import { createCapabilities } from "./platform/capabilities/capabilities.ts";
import { assertRoomToStart } from "./platform/disk/disk.ts";
import { dispatchAfterCommit } from "./platform/event-streams/dispatch.ts";
import { createEvents } from "./platform/events/bus.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { createJobs } from "./platform/jobs/engine.ts";
import { runMaintenance } from "./platform/modules/maintenance.ts";
import { createNet } from "./platform/net/net.ts";
import { checkSecret } from "./platform/secrets/secret-check.ts";
import { createMailer } from "./platform/system-mail/mailer.ts";
import { monitorEventLoop } from "./platform/watchdog/event-loop.ts";
import { createWork } from "./platform/work/engine.ts";
import { providersOf } from "./providers.ts";

export interface RunningContext {
	ctx: Context;
	close(): Promise<void>;
}

export interface StartOptions {
	log?: Logger;
	/** The database, if it is being opened already. */
	opened?: Promise<Data>;
	/** Process id used by the watchdog. */
	processId?: string;
	/** The clock, in epoch milliseconds; for tests. */
	now?: () => number;
}

/**
 * Builds the application context without listening and without claiming jobs: for the server, the command line and
 * tests.
 * @throws ConfigError when the data folder is in use, AppError 507 `disk-full` without disk space to start
 */
export async function openContext(config: Config, options: StartOptions = {}): Promise<RunningContext> {
	const log = options.log ?? createLogger(config);
	const data = await (options.opened ?? (await openData(config, log)).opened);
	const { disk, database } = data;
	const closers: (() => Promise<void> | void)[] = [() => data.close()];
	const close = async (): Promise<void> => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		await checkSecret(config, database);
		const eventLoop = monitorEventLoop();
		closers.push(() => eventLoop.close());
		const events = await createEvents(config, database, log);
		closers.push(() => events.close());
		closers.push(await watchBrand(database, events, log));
		const parsePool = createParsePool(config.parseWorkers === null ? {} : { workers: config.parseWorkers });
		closers.push(() => parsePool.close());
		const mailSessions = createSessionCache(log);
		closers.push(() => mailSessions.close());
		const { blobs } = await openStorage(config);
		const mailer = createMailer(config, log);
		closers.push(() => mailer.close());
		const onSessionsEnded = (userId: string) => events.publish(userId, { type: "sessions" });
		const auth = createAuth({ config, database, log, mailer, onSessionsEnded });
		const metrics = createMetrics(database, eventLoop, disk);
		const now = options.now ?? (() => Date.now());
		const parts = {
			config,
			log,
			database,
			events,
			blobs,
			auth,
			metrics,
			disk,
			eventLoop,
			mailer,
			net: createNet(config),
			parsePool,
			mailSessions,
			providers: providersOf(config),
			now,
			capabilities: createCapabilities(modules, (): Context => ctx),
		};
		const engine = createWork(
			parts,
			modules.flatMap((module) => module.work ?? []),
			() => jobs,
		);
		const shared = { ...parts, work: engine.work };
		const kinds = [...modules.flatMap((module) => module.jobs ?? []), ...engine.jobs];
		const jobs = createJobs(shared, kinds, options.processId);
		closers.push(() => jobs.stop());
		const ctx = { ...shared, jobs };
		dispatchAfterCommit(ctx);
		for (const module of modules) await module.start?.(ctx);
		return { ctx, close };
	} catch (cause) {
		await close();
		// The embedded database's own error is unclear when the disk is full.
		await assertRoomToStart(config, cause);
		throw cause;
	}
}

export interface RunningServer {
	ctx: Context;
	/** URL it listens on; null without the role `web`. */
	url: string | null;
	/** Stops requests and jobs at a consistent point, then closes everything. */
	stop(): Promise<void>;
}

/** Starts the configured roles. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
	const { ctx, close } = await openContext(config, options);
	try {
		const http = config.roles.has("web") ? await listen(ctx) : null;
		if (config.roles.has("worker")) await ctx.jobs.start();
		if (config.roles.has("worker")) void runMaintenance(ctx, modules);
		const stopBackground = config.roles.has("worker") ? startBackground(ctx) : null;
		return {
			ctx,
			url: http === null ? null : addressOf(http),
			async stop() {
				if (http !== null) await closeHttp(http);
				await stopBackground?.();
				await close();
			},
		};
	} catch (cause) {
		await close();
		throw cause;
	}
}

/** Starts the modules' background work. @returns stops it */
function startBackground(ctx: Context): () => Promise<void> {
	const stops = modules.flatMap((module) => module.background?.(ctx) ?? []);
	return async () => {
		await Promise.all(stops.map((stop) => stop()));
	};
}

async function listen(ctx: Context): Promise<Server> {
	const app = createApp(
		ctx,
		modules.flatMap((module) => module.routes(ctx)),
	);
	const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
	const server = createServer((request, response) => void answer(request, response));
	// Uploads may take hours; headers may not.
	server.requestTimeout = 0;
	server.headersTimeout = 20_000;
	// Longer than clients and proxies keep a connection, so that none sends a request on one that is just being closed.
	server.keepAliveTimeout = 75_000;
	await new Promise<void>((resolve, reject) => {
		server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(ctx.config, cause)));
		server.listen(ctx.config.port, ctx.config.host, resolve);
	});
	return server;
}

function listenError(config: Config, cause: NodeJS.ErrnoException): Error {
	if (cause.code === "EADDRINUSE")
		return new ConfigError(
			`Port ${config.port} is in use by another program. Stop that, or set PORT to another number.`,
		);
	if (cause.code === "EACCES")
		return new ConfigError(`Port ${config.port} needs more rights. Set PORT to 1024 or above.`);
	return cause;
}

function addressOf(server: Server): string {
	const { address, port, family } = server.address() as AddressInfo;
	return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/**
 * Stops listening, gives open requests a short time to finish, then closes the rest (event streams, resumable
 * uploads).
 */
async function closeHttp(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const cut = setTimeout(() => server.closeAllConnections(), 1_000);
	await closed;
	clearTimeout(cut);
}
