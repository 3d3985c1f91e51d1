import type { KeyScope, RouteSpec } from "#shared/contract.ts";

/** First path segments, after `/api/v1/`, of routes about mail and accounts. */
const mail = new Set([
	"accounts",
	"conversations",
	"emails",
	"events",
	"folders",
	"jobs",
	"operations",
	"outgoing",
	"plans",
	"providers",
	"suppressions",
	"uploads",
	"webhook-deliveries",
	"webhook-events",
	"webhooks",
]);
/** First path segments of routes about the user, which no API key may access. */
const personal = new Set(["api-keys", "exports", "functions", "identities", "me", "sessions", "settings"]);

/**
 * The scope an API key needs for a route; null: no key is accepted.
 * @throws for a route that neither names a scope nor is about mail or the user: a tool's contract names one
 */
export function scopeOf(
	spec: Pick<RouteSpec, "method" | "path" | "access" | "session" | "fresh" | "scope">,
): KeyScope | null {
	if (spec.session || spec.fresh) return null;
	const reads = spec.method === "GET";
	if (spec.access === "operator") return reads ? "operator" : null;
	if (spec.scope !== undefined) return spec.scope;
	if (spec.access === "public") return null;
	const area = /^\/api\/v1\/([^/]+)/.exec(spec.path)?.[1];
	if (area === undefined || personal.has(area)) return null;
	if (!mail.has(area)) throw new Error(`The route ${spec.path} needs a scope`);
	return reads ? "mail:read" : "mail:write";
}

/** All scopes that an API key needs for a route; null: no key is accepted. @throws as `scopeOf` does */
export function scopesOf(spec: Parameters<typeof scopeOf>[0] & Pick<RouteSpec, "readsMail">): KeyScope[] | null {
	const scope = scopeOf(spec);
	if (scope === null) return null;
	return spec.readsMail === true && scope !== "mail:read" ? [scope, "mail:read"] : [scope];
}

/** From the least: each includes those before it. */
const mailScopes: readonly KeyScope[] = ["mail:read", "mail:plan", "mail:write"];

/** Applying changes to mail includes planning them, and planning includes reading. */
export function allows(scopes: readonly KeyScope[], needed: KeyScope): boolean {
	const least = mailScopes.indexOf(needed);
	return scopes.includes(needed) || (least >= 0 && mailScopes.slice(least).some((scope) => scopes.includes(scope)));
}
