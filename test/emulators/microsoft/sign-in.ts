/**
 * Microsoft's identity platform (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow): the
 * emulator provides the page, codes and PKCE; added here are tenants in the path, consent, the client secret on
 * refresh, token expiry and revocation. A used refresh token stays valid, as at Microsoft.
 */

import { chooseAt } from "../consent-page.ts";
import type { EmulatorContext, SignInProxy } from "../emulated-mailbox.ts";
import { clientOf, passOn } from "../emulator.ts";
import { bearerOf, type Grant } from "../grants.ts";

/** Identity and token scopes. */
const IDENTITY = ["openid", "email", "profile", "offline_access"];

interface Pending {
	email: string;
	scopes: string[];
	redirectUri: string;
}

export function microsoftSignIn(emulation: EmulatorContext): SignInProxy {
	const codes = new Map<string, Pending>();
	/** The latest refresh token, the one that the emulator knows. */
	const newest = new WeakMap<Grant, string>();
	let refreshes = 0;

	async function chosen(request: Request, url: URL): Promise<Response> {
		const { reply, form, scopes, code } = await chooseAt(emulation.target, request, url, {
			title: "Mailstead needs your permission",
			isIdentity: (scope) => IDENTITY.includes(scope),
			// All or nothing: individual permissions cannot be denied.
			isAllOrNothing: true,
		});
		const redirectUri = form.get("redirect_uri") ?? "";
		if (code !== null) codes.set(code, { email: form.get("email") ?? "", scopes, redirectUri });
		return reply;
	}

	async function token(request: Request, url: URL): Promise<Response> {
		const form = new URLSearchParams(await request.text());
		const { clientId, clientSecret } = clientOf("microsoft");
		const basic = Buffer.from(/^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "", "base64");
		const [id, secret] =
			basic.length > 0 ? basic.toString().split(":") : [form.get("client_id"), form.get("client_secret")];
		if (id !== clientId) return refused(400, "unauthorized_client", "AADSTS700016: Application was not found.", 700016);
		if (secret !== clientSecret)
			return refused(401, "invalid_client", "AADSTS7000215: Invalid client secret.", 7000215);
		return form.get("grant_type") === "refresh_token" ? refreshed(request, url, form) : exchanged(request, url, form);
	}

	async function exchanged(request: Request, url: URL, form: URLSearchParams): Promise<Response> {
		const code = form.get("code") ?? "";
		const pending = codes.get(code);
		if (pending && form.get("redirect_uri") !== pending.redirectUri)
			return refused(400, "invalid_grant", "AADSTS50011: The redirect URI does not match.", 50011);
		const reply = await passOn(request, url, emulation.target, form.toString());
		if (!reply.ok || !pending) return reply.ok ? refused(400, "invalid_grant", "AADSTS70008", 70008) : reply;
		codes.delete(code);
		const grant = emulation.grants.grant(pending.email, pending.scopes);
		return tokenResponse(grant, (await reply.json()) as Record<string, unknown>);
	}

	async function refreshed(request: Request, url: URL, form: URLSearchParams): Promise<Response> {
		const grant = emulation.grants.behindRefresh(form.get("refresh_token") ?? "");
		if (!grant)
			return refused(400, "invalid_grant", "AADSTS700082: The refresh token has expired or was revoked.", 700082);
		form.set("refresh_token", newest.get(grant) ?? "");
		const reply = await passOn(request, url, emulation.target, form.toString());
		if (!reply.ok) return reply;
		refreshes++;
		return tokenResponse(grant, (await reply.json()) as Record<string, unknown>);
	}

	function tokenResponse(grant: Grant, tokens: Record<string, unknown>): Response {
		const refresh = String(tokens.refresh_token);
		newest.set(grant, refresh);
		const isOffline = grant.scopes.includes("offline_access");
		if (!isOffline) delete tokens.refresh_token;
		emulation.grants.issue(grant, String(tokens.access_token), isOffline ? refresh : null);
		const scope = grant.scopes.filter((name) => name !== "offline_access").join(" ");
		return Response.json({
			...tokens,
			expires_in: emulation.lifeSeconds,
			ext_expires_in: emulation.lifeSeconds,
			scope,
		});
	}

	function userinfo(request: Request): Response {
		const grant = emulation.grants.behindAccess(bearerOf(request));
		const index = emulation.people.findIndex(({ email }) => email === grant?.email);
		const user = emulation.people[index];
		if (!grant || !user) return refused(401, "invalid_token", "The access token is invalid.", 50089);
		return Response.json({ sub: `sub-${index}`, name: user.name, email: user.email });
	}

	/** Endpoints point to this proxy; the issuer is unchanged, because tokens contain it. */
	async function discovery(request: Request, url: URL): Promise<Response> {
		const tenant = url.pathname.split("/")[1] ?? "common";
		const discovered = (await (await passOn(request, url, emulation.target)).json()) as Record<string, unknown>;
		for (const [name, value] of Object.entries(discovered))
			if (typeof value === "string" && name !== "issuer" && value.startsWith(emulation.target)) {
				const path = value.slice(emulation.target.length);
				discovered[name] = `${emulation.own()}${path.startsWith("/oauth2/") ? `/${tenant}` : ""}${path}`;
			}
		return Response.json(discovered);
	}

	return {
		refreshes: () => refreshes,
		async answer(request: Request, requestUrl: URL): Promise<Response | null> {
			// The emulator does not support tenants.
			const url = new URL(requestUrl);
			url.pathname = requestUrl.pathname.replace(/^\/[^/]+(?=\/oauth2\/v2\.0\/)/, "");
			const route = `${request.method} ${url.pathname}`;
			if (/\/\.well-known\/openid-configuration$/.test(url.pathname)) return discovery(request, requestUrl);
			if (route === "GET /oauth2/v2.0/authorize") return passOn(request, url, emulation.target);
			if (route === "POST /oauth2/v2.0/authorize/callback") return chosen(request, url);
			if (route === "POST /oauth2/v2.0/token") return token(request, url);
			if (route === "GET /oidc/userinfo") return userinfo(request);
			// This endpoint does not exist at Microsoft.
			if (route === "POST /oauth2/v2.0/revoke") return new Response(null, { status: 404 });
			return null;
		},
	};
}

function refused(status: number, error: string, description: string, code: number): Response {
	return Response.json({ error, error_description: description, error_codes: [code] }, { status });
}
