import { z } from "zod";
import { consentAddress, exchangeCode, freshenTokens, revokeTokens } from "#providers/shared/oauth.ts";
import { ConsentFailed } from "#server/mail/provider/errors.ts";
import type { Consent, ConsentFlow, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { type GoogleClient, grants, scopesFor } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { profile } from "./resources.ts";

/** A person who left the boxes for mail empty at Google. */
const INCOMPLETE =
	"Google gave no access to your mail. Connect again and tick the boxes that allow Mailstead to read it.";

const person = z.object({
	sub: z.string().optional(),
	name: z.string().optional(),
	picture: z.url().optional(),
});

/** Connecting at Google (https://developers.google.com/identity/protocols/oauth2/web-server). */
export function createConsent(
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): { flow: ConsentFlow; revoke(environment: ProviderEnvironment): Promise<void> } {
	const flow: ConsentFlow = {
		async address({ redirectUri, state, challenge, access, extras, loginHint }) {
			const request = { redirectUri, state, challenge, scope: scopesFor(access, extras) };
			return consentAddress(await client(), request, {
				// A token that outlives the visit, also when the person has allowed the same before.
				access_type: "offline",
				prompt: "consent",
				// What was allowed before counts on, unless reading alone is wanted.
				include_granted_scopes: String(access === "full"),
				...(loginHint !== undefined && { login_hint: loginHint }),
			});
		},
		async finish({ signal, ...answer }) {
			const google = await client();
			const tokens = await exchangeCode(google, answer, Date.now());
			// It is not given back: Google would take back with it what the same person allowed before.
			if (!grants(tokens.scope, "readonly") && !grants(tokens.scope, "modify"))
				throw new ConsentFailed(null, "incomplete", INCOMPLETE);
			const ask = (url: string): Promise<unknown> => askWith(tokens.accessToken, url, signal);
			const [mailbox, who] = await Promise.all([
				ask(`${options.apiUrl}/gmail/v1/users/me/profile`).then((reply) => profile.parse(reply)),
				// A nicety that keeps nobody from connecting.
				ask(google.userinfo)
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
					...(who.sub !== undefined && { sub: who.sub }),
				},
			} satisfies Consent;
		},
		freshen: async (environment) => freshenTokens(await client(), environment),
	};
	return {
		flow,
		revoke: async ({ account }) => revokeTokens(await client(), account.credentials),
	};
}

/** @throws ConsentFailed */
async function askWith(token: string, url: string, signal: AbortSignal): Promise<unknown> {
	let reply: Response;
	try {
		reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal, redirect: "error" });
	} catch (cause) {
		throw new ConsentFailed(null, null, "Gmail does not answer.", { cause });
	}
	if (!reply.ok) throw new ConsentFailed(reply.status, "profile", `Failed to fetch Gmail profile: ${reply.status}`);
	return reply.json();
}
