import type { RouteSpec } from "#shared/contract.ts";
import type { KeyScope } from "#shared/contracts/sign-in.ts";

/** First parts of paths, after `/api/v1/`, that are about mail and how it gets here. */
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
/** And those about the person, which no program may touch. */
const personal = new Set(["api-keys", "exports", "functions", "identities", "me", "sessions", "settings"]);

/** What an API key needs for a route; null: no key will do. */
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

/** Who may change mail may also read it. */
export function allows(scopes: readonly KeyScope[], needed: KeyScope): boolean {
	return scopes.includes(needed) || (needed === "mail:read" && scopes.includes("mail:write"));
}
