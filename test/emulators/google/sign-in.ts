/**
 * Google's OAuth 2.0 (https://developers.google.com/identity/protocols/oauth2/web-server): the emulator provides the
 * page, codes and PKCE; added here are granular consent, `access_type` and `prompt`, token expiry and revocation, the
 * redirect URI check at the token endpoint, and realistic userinfo and revocation responses.
 */

import { chooseAt, withFields } from "../consent-page.ts";
import type { EmulatorContext, SignInProxy } from "../emulated-mailbox.ts";
import { passOn } from "../emulator.ts";
import { bearerOf, type Grant } from "../grants.ts";

/** Identity scopes; the user is not asked for these individually. */
const IDENTITY = /^(openid|email|profile|https:\/\/www\.googleapis\.com\/auth\/userinfo\.(email|profile))$/;

interface Pending {
	email: string;
	scopes: string[];
	redirectUri: string;
	/** `access_type=offline` returns a refresh token, the second time only with `prompt=consent`. */
	offline: boolean;
	forcesConsent: boolean;
	/** Includes earlier grants (`include_granted_scopes`). */
	includesOld: boolean;
}

export function googleSignIn(emulation: EmulatorContext): SignInProxy {
	const codes = new Map<string, Pending>();
	const known = new Set<string>();
	let refreshes = 0;

	async function choose(request: Request, url: URL): Promise<Response> {
		const { searchParams } = url;
		return withFields(await passOn(request, url, emulation.target), {
			access_type: searchParams.get("access_type") ?? "online",
			prompt: searchParams.get("prompt") ?? "",
			include_granted_scopes: searchParams.get("include_granted_scopes") ?? "false",
		});
	}

	async function chosen(request: Request, url: URL): Promise<Response> {
		const { reply, form, scopes, code } = await chooseAt(emulation.target, request, url, {
			title: "Mailstead wants access to your Google Account",
			isIdentity: (scope) => IDENTITY.test(scope),
		});
		if (code !== null)
			codes.set(code, {
				email: form.get("email") ?? "",
				scopes,
				redirectUri: form.get("redirect_uri") ?? "",
				offline: form.get("access_type") === "offline",
				forcesConsent: (form.get("prompt") ?? "").includes("consent"),
				includesOld: form.get("include_granted_scopes") === "true",
			});
		return reply;
	}

	async function token(request: Request): Promise<Response> {
		const body = await request.text();
		const form = new URLSearchParams(body);
		const refresh = form.get("refresh_token") ?? "";
		const pending = codes.get(form.get("code") ?? "");
		const isRefresh = form.get("grant_type") === "refresh_token";
		if (isRefresh && emulation.grants.behindRefresh(refresh) === null)
			return refused("invalid_grant", "Token has been expired or revoked.");
		if (!isRefresh && pending && form.get("redirect_uri") !== pending.redirectUri)
			return refused("redirect_uri_mismatch", "Bad Request");
		const reply = await passOn(request, new URL("/oauth2/token", emulation.target), emulation.target, body);
		if (!reply.ok) return reply;
		const tokens = (await reply.json()) as Record<string, unknown>;
		const grant = isRefresh ? emulation.grants.behindRefresh(refresh) : pending && granted(pending);
		if (!grant) return refused("invalid_grant", "Bad Request");
		if (!isRefresh) codes.delete(form.get("code") ?? "");
		if (pending && !(pending.offline && (pending.forcesConsent || !known.has(pending.email))))
			delete tokens.refresh_token;
		known.add(grant.email);
		if (isRefresh) refreshes++;
		emulation.grants.issue(grant, String(tokens.access_token), (tokens.refresh_token as string | undefined) ?? null);
		return Response.json({ ...tokens, expires_in: emulation.lifeSeconds - 1, scope: grant.scopes.join(" ") });
	}

	/** The response lists full scope names, as Google does. */
	function granted(pending: Pending): Grant {
		const full = (scope: string) => (/^(email|profile)$/.test(scope) ? `${USERINFO}${scope}` : scope);
		const old = pending.includesOld ? emulation.grants.scopesOf(pending.email) : [];
		return emulation.grants.grant(pending.email, [...new Set([...pending.scopes.map(full), ...old])]);
	}

	function userinfo(request: Request, path: string): Response {
		const grant = emulation.grants.behindAccess(bearerOf(request));
		const may = (what: string) => grant?.scopes.includes(USERINFO + what) ?? false;
		if (grant === null || !(may("email") || may("profile") || grant.scopes.includes("openid")))
			return Response.json(
				{
					error: {
						code: 401,
						message: "Request is missing required authentication credential.",
						status: "UNAUTHENTICATED",
					},
				},
				{ status: 401 },
			);
		const index = emulation.people.findIndex(({ email }) => email === grant.email);
		const user = emulation.people[index];
		const sub = String(110_000_000_000_000_000_000n + BigInt(index + 1));
		const [givenName = "", ...family] = (user?.name ?? "").split(" ");
		// https://www.googleapis.com/oauth2/v2/userinfo returns `id` and `verified_email`, the OpenID Connect endpoint
		// `sub`.
		const isOld = path.includes("/v2/");
		return Response.json({
			...(isOld ? { id: sub } : { sub }),
			...(may("email") && { email: grant.email, [isOld ? "verified_email" : "email_verified"]: true }),
			...(may("profile") && {
				name: user?.name,
				given_name: givenName,
				family_name: family.join(" "),
				picture: user?.picture ?? `${emulation.own()}/picture/${index + 1}.png`,
			}),
		});
	}

	async function revoke(request: Request, url: URL): Promise<Response> {
		const form = new URLSearchParams(await request.text());
		const given = form.get("token") ?? url.searchParams.get("token") ?? "";
		return emulation.grants.revoke(given) ? Response.json({}) : refused("invalid_token", "Token expired or revoked");
	}

	return {
		refreshes: () => refreshes,
		async answer(request, url) {
			const route = `${request.method} ${url.pathname}`;
			if (route === "GET /.well-known/openid-configuration") return discovery(emulation.own(), emulation.target);
			if (route === "GET /o/oauth2/v2/auth") return choose(request, url);
			if (route === "POST /o/oauth2/v2/auth/callback") return chosen(request, url);
			if (route === "POST /token" || route === "POST /oauth2/token") return token(request);
			if (route === "POST /revoke" || route === "POST /oauth2/revoke") return revoke(request, url);
			if (/^GET \/(v1|oauth2\/v[123])\/userinfo$/.test(route)) return userinfo(request, url.pathname);
			if (/^GET \/picture\/\d+\.png$/.test(route))
				return new Response(Buffer.from(PICTURE, "base64"), { headers: { "content-type": "image/png" } });
			return null;
		},
	};
}

const USERINFO = "https://www.googleapis.com/auth/userinfo.";

/** One gray pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFhAKAjM1mJgAAAABJRU5ErkJggg==";

function refused(error: string, description: string): Response {
	return Response.json({ error, error_description: description }, { status: 400 });
}

function discovery(own: string, issuer: string): Response {
	return Response.json({
		issuer,
		authorization_endpoint: `${own}/o/oauth2/v2/auth`,
		token_endpoint: `${own}/token`,
		userinfo_endpoint: `${own}/v1/userinfo`,
		revocation_endpoint: `${own}/revoke`,
		jwks_uri: `${own}/oauth2/v3/certs`,
		response_types_supported: ["code"],
		subject_types_supported: ["public"],
		id_token_signing_alg_values_supported: ["HS256"],
		scopes_supported: ["openid", "email", "profile"],
		token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
		code_challenge_methods_supported: ["plain", "S256"],
	});
}
