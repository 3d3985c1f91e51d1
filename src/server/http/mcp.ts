import type { Hono } from "hono";
import { AppError } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import type { AppEnv } from "../platform/http/app-env.ts";
import { readJson } from "../platform/http/body.ts";
import { asMcpCall } from "../platform/http/mcp-requests.ts";
import { allowedOrigins, hasKey, publicOrigin } from "../platform/http/origins.ts";
import type { MountedRoute } from "./mount.ts";
import { RESOURCE_METADATA } from "./oauth.ts";

const BODY_LIMIT = 1024 * 1024;

/**
 * Serves the Model Context Protocol at `/mcp` (Streamable HTTP without sessions). Tools call the API's routes through
 * the app with the caller's key, so that every check of the API applies to them.
 */
export function mountMcp(app: Hono<AppEnv>, ctx: Context, routes: readonly MountedRoute[]): void {
	app.post("/mcp", async (c) => {
		c.set("route", "/mcp");
		const request = c.req.raw;
		checkPage(ctx, request);
		// A browser's session does not count here: pages of other sites could use it.
		const { caller } = hasKey(request) ? await ctx.auth.authenticate(request) : { caller: null };
		if (caller?.scopes == null)
			throw new AppError(401, "unauthenticated", "Sign in with OAuth, or send an API key as Authorization: Bearer …", {
				headers: { "www-authenticate": challenge(ctx, request) },
			});
		const message = await readJson(request, BODY_LIMIT);
		if (Array.isArray(message)) throw new AppError(400, "no-batches", "Send one message per request.");
		// The SDK is loaded at the first request: most servers start without one.
		const { answerMcp } = await import("./mcp-protocol.ts");
		return answerMcp(request, message, {
			routes,
			scopes: caller.scopes,
			config: ctx.config,
			call: async (path, init) => app.fetch(innerRequest(ctx, request, path, init), c.env),
		});
	});
	app.all("/mcp", (c) => {
		c.set("route", "/mcp");
		checkPage(ctx, c.req.raw);
		throw new AppError(405, "method-not-allowed", "This address takes POST.", { headers: { allow: "POST" } });
	});
}

/** Tells clients where to find out how to sign in (RFC 9728 §5.1). */
function challenge(ctx: Context, request: Request): string {
	const metadata = `resource_metadata="${publicOrigin(ctx.config, request)}${RESOURCE_METADATA}/mcp"`;
	return hasKey(request) ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}

/** Rejects requests of other sites' pages (DNS rebinding), with a key, too. */
function checkPage(ctx: Context, request: Request): void {
	const origin = request.headers.get("origin");
	if (origin !== null && !allowedOrigins(ctx.config, request).includes(origin.toLowerCase()))
		throw new AppError(403, "cross-site", "This request came from a page of another site.");
}

/** A request to the API with the credentials and the address of the request to `/mcp`. */
function innerRequest(ctx: Context, outer: Request, path: string, init: { method: string; body?: string }): Request {
	const headers = new Headers();
	for (const name of ["authorization", "host", "x-forwarded-for"]) {
		const value = outer.headers.get(name);
		if (value !== null) headers.set(name, value);
	}
	if (init.body !== undefined) headers.set("content-type", "application/json");
	return asMcpCall(new Request(new URL(path, ctx.config.baseUrl), { ...init, headers, signal: outer.signal }));
}
