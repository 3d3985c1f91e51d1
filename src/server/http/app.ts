import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Hono, type MiddlewareHandler } from "hono";
import type { Config } from "../config.ts";
import { AppError, notFound } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import type { AppEnv } from "../platform/http/app-env.ts";
import type { Implementation } from "../platform/http/implement.ts";
import { checkHost, checkOrigin } from "../platform/http/origins.ts";
import { answerError } from "../platform/http/problems.ts";
import { remoteAddressOf } from "../platform/http/remote-address.ts";
import { runAs } from "../platform/watchdog/current-work.ts";
import { type ApiDescription, createApiDescription } from "./api-description.ts";
import { mountCardDav } from "./carddav/carddav.ts";
import { answerClientGone, CLIENT_GONE, isClientGone } from "./client-gone.ts";
import { mountMcp } from "./mcp.ts";
import { type MountedRoute, mount, routesOf } from "./mount.ts";
import { mountOAuth } from "./oauth.ts";
import { secure } from "./security-headers.ts";
import { documentFor, renderDocument, robots, sitemap } from "./site-pages.ts";
import { createWebFiles } from "./static.ts";
import { answerWebManifest } from "./web-manifest.ts";

const webRoot = fileURLToPath(new URL("../../../dist/web", import.meta.url));

/** Bytes of a request body that fit into a connection's buffers. */
const BUFFERED_BYTES = 64 * 1024;

/** Load balancers request these by IP address. */
const anyHost = new Set(["/healthz", "/readyz"]);
/** Requested too often to log each one. */
const quiet = new Set(["web", "/healthz", "/readyz", "/metrics"]);

/** Builds the HTTP app: API routes, sign-in, API description, and web app. */
export function createApp(
	ctx: Context,
	implementations: readonly Implementation[],
	options: { webRoot?: string } = {},
): Hono<AppEnv> {
	const app = new Hono<AppEnv>();
	const routes = routesOf(implementations);
	const web = createWebFiles(options.webRoot ?? webRoot, {
		documentFor,
		dress: (path, html) => renderDocument(path, html, ctx.config),
	});
	const bytes = new Set(routes.filter((route) => servesBytes(route)).map(({ spec }) => spec.path));

	app.use(observe(ctx, bytes));
	app.use(async (c, next) => {
		if (!anyHost.has(c.req.path)) checkHost(ctx.config, c.req.raw);
		checkOrigin(ctx.config, c.req.raw);
		await next();
	});

	app.all("/api/auth/*", (c) => {
		c.set("route", "/api/auth/*");
		return ctx.auth.handle(c.req.raw, c.get("remoteAddress"));
	});
	mount(app, ctx, routes);
	mountMcp(app, ctx, routes);
	mountOAuth(app, ctx);
	mountCardDav(app, ctx);
	serveDescriptions(app, ctx.config, createApiDescription(routes, ctx.config, web));
	app.get("/app.webmanifest", (c) => {
		c.set("route", "web");
		return answerWebManifest(c.req.raw);
	});
	app.get("*", async (c, next) => {
		if (c.req.path === "/api" || c.req.path.startsWith("/api/")) return next();
		c.set("route", "web");
		return web.answer(c.req.raw);
	});
	app.notFound((c) => {
		throw wrongMethod(routes, c.req.path) ?? notFound("The address");
	});
	app.onError((cause, c) => {
		const [id, route] = [c.get("requestId"), c.get("route")];
		return isClientGone(c, cause)
			? answerClientGone(cause, ctx.log, id, route)
			: answerError(cause, ctx.log, id, route);
	});
	return app;
}

/** Identifies each request, completes the headers of its response, and counts and logs it. @param bytes routes of files */
function observe(ctx: Context, bytes: ReadonlySet<string>): MiddlewareHandler<AppEnv> {
	return async (c, next) => {
		const started = performance.now();
		c.set("requestId", randomUUID());
		c.set("route", "unmatched");
		c.set(
			"remoteAddress",
			remoteAddressOf(c.req.raw.headers, c.env?.incoming?.socket.remoteAddress, ctx.config.trustProxy),
		);
		const work = {
			type: "request" as const,
			id: c.get("requestId"),
			method: c.req.method,
			get route() {
				return c.get("route");
			},
		};
		await runAs(work, next);
		const ms = performance.now() - started;
		const route = c.get("route");
		c.res.headers.set("x-request-id", c.get("requestId"));
		secure(c.res.headers, ctx.config, bytes.has(route));
		if (c.req.path.startsWith("/api/") && !c.res.headers.has("cache-control"))
			c.res.headers.set("cache-control", "no-store");
		// The rest of a refused body is not read, so no other request may follow on this connection.
		if (c.res.status >= 400 && hasLargeBody(c.req.raw.headers)) c.res.headers.set("connection", "close");
		// A HEAD response has no body; cancel its source.
		if (c.req.method === "HEAD") await c.res.body?.cancel();
		ctx.metrics.request(c.req.method, route, c.res.status, ms);
		const line = {
			event: "request.served",
			requestId: c.get("requestId"),
			method: c.req.method,
			route,
			status: c.res.status,
			ms: Math.round(ms),
		};
		const unremarkable = quiet.has(route) || c.res.status === CLIENT_GONE;
		ctx.log[unremarkable ? "debug" : "info"](line, "request");
	};
}

/** What programs read about the server: its API, its public pages. */
function serveDescriptions(app: Hono<AppEnv>, config: Config, description: ApiDescription): void {
	app.get("/api/openapi.json", (c) => {
		c.set("route", "/api/openapi.json");
		return description.openApi(c.req.raw);
	});
	app.get("/api/docs", (c) => {
		c.set("route", "/api/docs");
		return description.docs(c.req.raw);
	});
	app.get("/sitemap.xml", (c) => {
		c.set("route", "/sitemap.xml");
		return c.body(sitemap(config), 200, { "content-type": "application/xml; charset=utf-8" });
	});
	app.get("/robots.txt", (c) => {
		c.set("route", "/robots.txt");
		return c.text(robots(config));
	});
}

function hasLargeBody(headers: Headers): boolean {
	return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > BUFFERED_BYTES;
}

function servesBytes({ spec }: MountedRoute): boolean {
	return spec.raw !== undefined && !spec.raw.startsWith("text/");
}

/** 405 for a path that exists under other methods (RFC 9110 §15.5.6). */
function wrongMethod(routes: readonly MountedRoute[], path: string): AppError | null {
	const matching = routes.filter(({ spec }) =>
		new RegExp(`^${spec.path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
	);
	if (matching.length === 0) return null;
	const methods = new Set(matching.map(({ spec }) => spec.method as string));
	if (methods.has("GET")) methods.add("HEAD");
	const allow = [...methods].join(", ");
	return new AppError(405, "method-not-allowed", `This address takes ${allow}.`, { headers: { allow } });
}
