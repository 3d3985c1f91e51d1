import type { Caller } from "../../platform/http/implement.ts";
import { isForMcp } from "../../platform/http/mcp-requests.ts";
import { hasKey } from "../../platform/http/origins.ts";
import type { BetterAuth } from "./better-auth.ts";
import type { ApiKeys } from "./keys/api-keys.ts";
import type { Operator } from "./operator.ts";
import { deviceOf } from "./sessions/device.ts";
import type { KnownDevices } from "./sessions/known-devices.ts";
import { withLostDatabase } from "./sessions/lost-database.ts";
import { isFresh } from "./sessions/recent-sign-in.ts";

export interface Authenticated {
	/** Null: not signed in. */
	caller: Caller | null;
	/** Set-Cookie headers for the response: using a session prolongs it. */
	cookies: string[];
}

/** What tells who sends a request. */
export interface CallerParts {
	better: BetterAuth["better"];
	operator: Operator;
	apiKeys: ApiKeys;
	devices: KnownDevices;
	now(): number;
}

const nobody: Authenticated = { caller: null, cookies: [] };

/**
 * Authenticates a request by its API key or session.
 * @param options.refresh false: do not prolong the session
 */
export async function authenticate(
	parts: CallerParts,
	request: Request,
	options: { refresh?: boolean } = {},
): Promise<Authenticated> {
	// A request with an API key is never authenticated by its cookie.
	return hasKey(request) ? byKey(parts, request) : bySession(parts, request, options.refresh !== false);
}

async function byKey({ apiKeys, operator }: CallerParts, request: Request): Promise<Authenticated> {
	const secret = request.headers.get("authorization")?.replace(/^bearer\s+/i, "") ?? "";
	const found = await apiKeys.find(secret.trim());
	// The key of an AI client is for the MCP server alone (RFC 8707), whose tools are fewer than the routes.
	if (found === null || (found.client !== null && !isForMcp(request))) return nobody;
	const { id, email, name, scopes, keyName } = found;
	const isOperator = (await operator.id()) === id;
	return {
		caller: { ownerId: id, email, name, isOperator, session: null, scopes, keyName, device: null },
		cookies: [],
	};
}

export async function bySession(
	{ better, operator, devices, now }: CallerParts,
	request: Request,
	refresh: boolean,
): Promise<Authenticated> {
	if (!request.headers.has("cookie")) return nobody;
	const { headers, response } = await withLostDatabase(() =>
		better.api.getSession({
			headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }),
			query: { disableRefresh: !refresh },
			returnHeaders: true,
		}),
	);
	if (response === null) return nobody;
	const { id, email, name } = response.user;
	const isOperator = (await operator.id()) === id;
	const session = { id: response.session.id, fresh: isFresh(response.session.createdAt, now()) };
	const known = refresh ? devices.remember(request, email) : null;
	const device = deviceOf(request.headers.get("user-agent"));
	return {
		caller: { ownerId: id, email, name, isOperator, session, scopes: null, keyName: null, device },
		cookies: [...(headers?.getSetCookie() ?? []), ...(known === null ? [] : [known])],
	};
}
