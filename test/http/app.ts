import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { type Config, readConfig } from "#server/config.ts";
import { createApp } from "#server/http/app.ts";
import { eventsModule } from "#server/http/event-stream-module.ts";
import { systemModule } from "#server/http/system.ts";
import { createAuth } from "#server/identity/auth/auth.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { authModule } from "#server/identity/auth/module.ts";
import { createLogger } from "#server/log.ts";
import { type FreeSpace, watchDisk } from "#server/platform/disk/disk.ts";
import { createEvents } from "#server/platform/events/bus.ts";
import type { AppEnv } from "#server/platform/http/app-env.ts";
import type { Implementation } from "#server/platform/http/implement.ts";
import { createMetrics } from "#server/platform/http/metrics.ts";
import { createNet } from "#server/platform/net/net.ts";
import { createMailer } from "#server/platform/system-mail/mailer.ts";
import { type EventLoopMonitor, monitorEventLoop } from "#server/platform/watchdog/event-loop.ts";
import { testDatabase } from "../database.ts";

/** The default BASE_URL. */
export const origin = "http://localhost:3000";

export interface TestUser {
	id: string;
	email: string;
	password: string;
	cookie: string;
}

export interface AppUnderTest {
	app: Hono<AppEnv>;
	ctx: Context;
	/** Log lines as JSON. */
	logged: string[];
	/** Advances the clock for rate limits and expiries. */
	later(ms: number): void;
	/** Sends a same-origin request; without a leading cookie it is unauthenticated. */
	request(path: string, init?: RequestInit): Promise<Response>;
	/** A POST with JSON and, unless given, a freshly solved security check. */
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	solve(): Promise<string>;
	/** Signs up and in, as the page does. */
	user(email: string): Promise<TestUser>;
	close(): Promise<void>;
}

/**
 * The app with real sign-in on a real database, and only the modules of this folder, so that these tests do not
 * depend on mail. Requests do not use a socket.
 */
export async function openApp(
	options: {
		config?: Partial<Config>;
		routes?: (ctx: Context) => Implementation[];
		webRoot?: string;
		logLevel?: Config["logLevel"];
		readFreeSpace?: () => Promise<FreeSpace>;
		eventLoop?: EventLoopMonitor;
		/** Removed by `close`. */
		database?: Awaited<ReturnType<typeof testDatabase>>;
	} = {},
): Promise<AppUnderTest> {
	const database = options.database ?? (await testDatabase());
	const dataDir = await mkdtemp(join(tmpdir(), "mailstead-app-"));
	const config = { ...readConfig({ DATA_DIR: dataDir, PASSWORD_COST: "10" }), ...options.config };
	const logged: string[] = [];
	const log = createLogger({ logLevel: options.logLevel ?? "info" }, { write: (line) => void logged.push(line) });
	let offset = 0;
	const now = () => Date.now() + offset;
	const events = await createEvents({ databaseUrl: null, databaseListenUrl: null }, database, log);
	const mailer = createMailer(config, log);
	const onSessionsEnded = (userId: string) => events.publish(userId, { type: "sessions" });
	const auth = createAuth({ config, database, log, mailer, onSessionsEnded, now });
	const disk = watchDisk(config, log, options.readFreeSpace === undefined ? {} : { read: options.readFreeSpace });
	const eventLoop = options.eventLoop ?? monitorEventLoop();
	const metrics = createMetrics(database, eventLoop, disk);
	const net = createNet(config);
	const parts = { config, log, database, auth, events, mailer, metrics, net, disk, eventLoop, now };
	// Mail modules are omitted: nothing mounted here uses them.
	const ctx = parts as unknown as Context;
	const routes = [systemModule, eventsModule, authModule].flatMap((module) => module.routes(ctx));
	const app = createApp(ctx, [...routes, ...(options.routes?.(ctx) ?? [])], {
		webRoot: options.webRoot ?? join(dataDir, "web"),
	});

	const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
		app.request(origin + path, { ...init, headers: { origin, ...(init.headers as Record<string, string>) } });
	const solve = async (): Promise<string> => {
		const { token, a, b } = (await (await request("/api/v1/security-check")).json()) as {
			token: string;
			a: number;
			b: number;
		};
		return `${token}:${a + b}`;
	};
	const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
		request(path, {
			method: "POST",
			body: JSON.stringify(body),
			headers: {
				"content-type": "application/json",
				...("x-security-check" in headers ? {} : { "x-security-check": await solve() }),
				...headers,
			},
		});
	return {
		app,
		ctx,
		logged,
		later: (ms) => {
			offset += ms;
		},
		request,
		post,
		solve,
		async user(email) {
			const password = "correct horse battery";
			await post("/api/auth/sign-up/email", { name: email.split("@")[0], email, password });
			const response = await post("/api/auth/sign-in/email", { email, password });
			if (!response.ok) throw new Error(await response.text());
			const { user } = (await response.json()) as { user: { id: string } };
			return { id: user.id, email, password, cookie: cookieOf(response) };
		},
		async close() {
			disk.close();
			eventLoop.close();
			await events.close();
			await database.remove();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** The cookies that a response sets, as a browser sends them. */
export function cookieOf(response: Response): string {
	return response.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
}
