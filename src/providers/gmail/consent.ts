import { z } from "zod";
import { authorizationUrl, exchangeCode, refreshTokens, revokeTokens } from "#providers/shared/oauth.ts";
import type { Consent, ConsentFlow } from "#server/mail/provider/consent.ts";
import { ConsentFailed } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { brand } from "#shared/brand.ts";
import { limitedFetch } from "#shared/limited-fetch.ts";
import { type GoogleClient, grants, grantsDeletion, scopesFor } from "./api/oauth.ts";
import type { GmailOptions } from "./api/options.ts";
import { profile } from "./api/resources.ts";

/** Shown when the user left the mail checkboxes empty at Google. */
const incomplete = () =>
	`Google granted no access to your mail. Connect again and select the boxes that allow ${brand.name} to read it.`;

const PROFILE_BYTES = 1024 * 1024;

const person = z.object({
	sub: z.string().optional(),
	name: z.string().optional(),
	picture: z.url().optional(),
});

/** Google's OAuth consent flow (https://developers.google.com/identity/protocols/oauth2/web-server). */
export function createConsent(
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): { flow: ConsentFlow; revoke(environment: ProviderEnvironment): Promise<void> } {
	const flow: ConsentFlow = {
		async address({ redirectUri, state, challenge, access, extras, loginHint }) {
			const request = { redirectUri, state, challenge, scope: scopesFor(access, extras) };
			return authorizationUrl(await client(), request, {
				// Requests a refresh token, also when the user has granted access before.
				access_type: "offline",
				prompt: "consent",
				// Earlier grants are included, unless read-only access was chosen.
				include_granted_scopes: String(access === "full"),
				...(loginHint !== undefined && { login_hint: loginHint }),
			});
		},
		async finish({ signal, ...answer }) {
			const google = await client();
			const tokens = await exchangeCode(google, answer, Date.now());
			// Not revoked: Google would revoke this user's earlier grants with it.
			if (!grants(tokens.scope, "readonly") && !grants(tokens.scope, "modify"))
				throw new ConsentFailed(null, "incomplete", incomplete());
			const get = (url: string): Promise<unknown> => getWith(tokens.accessToken, url, signal);
			const [mailbox, who] = await Promise.all([
				get(`${options.apiUrl}/gmail/v1/users/me/profile`).then((reply) => profile.parse(reply)),
				// Optional: a failure does not prevent connecting.
				get(google.userinfo)
					.then((reply) => person.parse(reply))
					.catch(() => person.parse({})),
			]);
			const access = grants(tokens.scope, "modify") ? "full" : "read";
			return {
				email: mailbox.emailAddress,
				name: who.name ?? null,
				picture: who.picture ?? null,
				access,
				credentials: tokens,
				settings: {
					email: mailbox.emailAddress,
					access,
					filters: grants(tokens.scope, "settings.basic"),
					permanentDelete: grantsDeletion(tokens.scope),
					...(who.sub !== undefined && { sub: who.sub }),
				},
			} satisfies Consent;
		},
		refreshToken: async (environment) => refreshTokens(await client(), environment),
	};
	return {
		flow,
		revoke: async ({ account }) => revokeTokens(await client(), account.credentials),
	};
}

/** @throws ConsentFailed */
async function getWith(token: string, url: string, signal: AbortSignal): Promise<unknown> {
	let reply: Response;
	try {
		reply = await limitedFetch(url, {
			...{ headers: { authorization: `Bearer ${token}` }, signal, redirect: "error", maxBytes: PROFILE_BYTES },
		});
	} catch (cause) {
		throw new ConsentFailed(null, null, "Gmail does not answer.", { cause });
	}
	if (!reply.ok) throw new ConsentFailed(reply.status, "profile", `Failed to fetch Gmail profile: ${reply.status}`);
	return reply.json();
}
