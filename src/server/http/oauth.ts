import type { Hono, Context as RequestContext } from "hono";
import { brand } from "#shared/brand.ts";
import { clientAccessLevels } from "#shared/client-access.ts";
import { AppError, badRequest } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import type { AppEnv } from "../platform/http/app-env.ts";
import { readJson, readText } from "../platform/http/body.ts";
import { publicOrigin } from "../platform/http/origins.ts";
import { createRateLimits } from "../platform/http/rate-limit.ts";
import { clientOf } from "../platform/http/remote-address.ts";

/** Where AI clients find out how to sign in (RFC 9728). */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
/** The page that asks the user. */
const CONSENT_PAGE = "/settings/authorize";
const MAX_QUERY_LENGTH = 6_000;
const BODY_LIMIT = 16 * 1024;
/** Per client address. */
const LIMIT = { max: 30, window: 60 };

/** Serves the endpoints of OAuth 2.1 that AI clients sign in with; `identity/oauth-clients` does the work. */
export function mountOAuth(app: Hono<AppEnv>, ctx: Context): void {
	const { clients } = ctx.auth;
	const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
	const scopes = [...clientAccessLevels, "tools"];

	for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`])
		app.get(path, (c) => {
			c.set("route", RESOURCE_METADATA);
			const origin = publicOrigin(ctx.config, c.req.raw);
			return c.json({
				...{ resource: `${origin}/mcp`, resource_name: brand.name, authorization_servers: [origin] },
				...{ scopes_supported: scopes, bearer_methods_supported: ["header"] },
			});
		});
	app.get("/.well-known/oauth-authorization-server", (c) => {
		c.set("route", "/.well-known/oauth-authorization-server");
		const origin = publicOrigin(ctx.config, c.req.raw);
		return c.json({
			issuer: origin,
			authorization_endpoint: `${origin}/oauth/authorize`,
			token_endpoint: `${origin}/oauth/token`,
			registration_endpoint: `${origin}/oauth/register`,
			revocation_endpoint: `${origin}/oauth/revoke`,
			scopes_supported: scopes,
			response_types_supported: ["code"],
			grant_types_supported: ["authorization_code"],
			code_challenge_methods_supported: ["S256"],
			token_endpoint_auth_methods_supported: ["none"],
			revocation_endpoint_auth_methods_supported: ["none"],
			authorization_response_iss_parameter_supported: true,
		});
	});
	// One parameter for the page: as it came, however the router reads and writes others.
	app.get("/oauth/authorize", (c) => {
		c.set("route", "/oauth/authorize");
		const query = new URL(c.req.url).search.slice(1);
		if (query.length > MAX_QUERY_LENGTH) throw badRequest("bad-client-request", "This request is too long.");
		return c.redirect(`${CONSENT_PAGE}?request=${Buffer.from(query).toString("base64url")}`);
	});
	answerAt("/oauth/register", async (request) => [201, clients.register(await readJson(request, BODY_LIMIT))]);
	answerAt("/oauth/token", async (request) => [200, await clients.exchange(await formOf(request))]);
	answerAt("/oauth/revoke", async (request) => {
		await clients.revoke(await formOf(request));
		return [200, {}];
	});

	/** A POST endpoint whose errors are those of OAuth (OAuth 2.1 §3.2.4). */
	function answerAt(path: string, handle: (request: Request) => Promise<[200 | 201, object]>): void {
		app.post(path, async (c) => {
			c.set("route", path);
			c.header("cache-control", "no-store");
			try {
				await limits.check(`oauth:${path}:${clientOf(c.get("remoteAddress"))}`, LIMIT);
				const [status, reply] = await handle(c.req.raw);
				return c.json(reply, status);
			} catch (cause) {
				return refusal(c, cause);
			}
		});
	}
}

async function formOf(request: Request): Promise<URLSearchParams> {
	if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? ""))
		throw new AppError(400, "invalid_request", "Send the body as application/x-www-form-urlencoded.");
	return new URLSearchParams(await readText(request, BODY_LIMIT));
}

function refusal(c: RequestContext<AppEnv>, cause: unknown): Response {
	if (!(cause instanceof AppError) || cause.status >= 500) throw cause;
	for (const [name, value] of Object.entries(cause.headers ?? {})) c.header(name, value);
	// Codes of ours, such as those of a malformed body, have hyphens.
	const error = cause.code.includes("-") ? "invalid_request" : cause.code;
	return c.json({ error, error_description: cause.message }, cause.status === 429 ? 429 : 400);
}
