import { parse, serialize } from "hono/utils/cookie";
import { brand } from "#shared/brand.ts";
import type { Config } from "../../../config.ts";

/** As long as a sign-in with a provider may take. */
const LIFE_SECONDS = 600;

/**
 * Remembers in the browser the state of the sign-in with a provider that began last, for pages that return the code
 * alone, as the specification's `microsoft-auth-callback` does.
 */
export function createFlowCookie({ baseUrl }: Pick<Config, "baseUrl">): {
	/** @returns a Set-Cookie header */
	write(state: string): string;
	/** @returns the state, or null */
	read(request: Request): string | null;
} {
	const secure = baseUrl.startsWith("https:");
	const name = `${secure ? "__Host-" : ""}${brand.slug}.sign_in_state`;
	return {
		write: (state) =>
			serialize(name, state, {
				httpOnly: true,
				sameSite: "Lax",
				secure,
				// A `__Host-` cookie is for all paths.
				path: secure ? "/" : "/api/v1/functions",
				maxAge: LIFE_SECONDS,
			}),
		read: (request) => parse(request.headers.get("cookie") ?? "", name)[name] ?? null,
	};
}
