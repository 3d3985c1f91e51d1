import type { RouteSpec } from "#shared/contract.ts";
import type { KeyScope } from "#shared/contracts/sign-in.ts";

/** First path segments, after `/api/v1/`, of routes about mail and accounts. */
const mail = new Set([
	"accounts",
	"emails",
	"events",
	"folders",
	"jobs",
	"operations",
	"plans",
	"providers",
	"uploads",
]);
/** First path segments of routes about the user, which no API key may access. */
const personal = new Set(["api-keys", "exports", "functions", "identities", "me", "sessions", "settings"]);

/** The scope an API key needs for a route; null: no key is accepted. */
export function scopeOf(
	spec: Pick<RouteSpec, "method" | "path" | "access" | "session" | "fresh" | "scope">,
): KeyScope | null {
	if (spec.session || spec.fresh) return null;
	const reads = spec.method === "GET";
	if (spec.access === "operator") return reads ? "operator" : null;
	if (spec.scope !== undefined) return spec.scope;
	const area = /^\/api\/v1\/([^/]+)/.exec(spec.path)?.[1];
	if (area === undefined || personal.has(area)) return null;
	if (!mail.has(area)) return "tools";
	return reads ? "mail:read" : "mail:write";
}

/** Write access to mail includes read access. */
export function allows(scopes: readonly KeyScope[], needed: KeyScope): boolean {
	return scopes.includes(needed) || (needed === "mail:read" && scopes.includes("mail:write"));
}
