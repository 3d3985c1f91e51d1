import { z } from "zod";
import type { Consent, ConsentFlow } from "#server/mailbox/provider.ts";
import { ConsentFailed } from "#server/mailbox/provider-errors.ts";
import { consentAddress, exchangeCode, freshTokens, type OAuthClient } from "#server/mailbox/provider-oauth.ts";
import { grants, SCOPES } from "./oauth.ts";
import type { OutlookOptions } from "./options.ts";

const NO_MAIL =
	"Microsoft gave no access to your mail. Connect again and allow Mailstead to read it; in a company its administrator may have to agree.";
const NO_STAY =
	"Microsoft did not allow Mailstead to keep access to your mail, so that it would end within the hour. Connect again and allow that as well.";

const person = z.object({
	id: z.string(),
	displayName: z.string().nullish(),
	mail: z.string().nullish(),
	userPrincipalName: z.string().nullish(),
});

/** Connecting at Microsoft (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function createConsent(options: OutlookOptions, client: () => Promise<OAuthClient>): ConsentFlow {
	return {
		async address({ redirectUri, state, challenge, access, loginHint }) {
			const request = { redirectUri, state, challenge, scope: SCOPES[access] };
			return consentAddress(await client(), request, {
				response_mode: "query",
				// The browser may be signed in elsewhere: the person says which mailbox it is.
				prompt: loginHint === undefined ? "select_account" : "login",
				...(loginHint !== undefined && { login_hint: loginHint }),
			});
		},
		async finish({ signal, ...answer }) {
			const tokens = await exchangeCode(await client(), answer, Date.now());
			const access = accessOf(tokens.scope);
			if (access === null) throw new ConsentFailed(null, "incomplete", NO_MAIL);
			if (tokens.refreshToken === null) throw new ConsentFailed(null, "incomplete", NO_STAY);
			const { id, displayName, mail, userPrincipalName } = await askWho(options, tokens.accessToken, signal);
			const email = mail || userPrincipalName;
			if (!email?.includes("@"))
				throw new ConsentFailed(null, "incomplete", "This Microsoft account has no mail address.");
			return {
				email,
				name: displayName || null,
				// Graph shows pictures to programs alone.
				picture: null,
				access,
				credentials: tokens,
				settings: { email, access, sub: id },
			} satisfies Consent;
		},
		async freshen(environment) {
			const { expiresAt } = await freshTokens(await client(), environment);
			return Math.max(0, Math.round((expiresAt - environment.now()) / 1000));
		},
	};
}

/** Whoever may not also send is connected for reading, where nothing is offered that would fail. */
function accessOf(scope: string): Consent["access"] | null {
	if (grants(scope, "Mail.ReadWrite") && grants(scope, "Mail.Send")) return "full";
	return grants(scope, "Mail.Read") || grants(scope, "Mail.ReadWrite") ? "read" : null;
}

/** @throws ConsentFailed */
async function askWho(options: OutlookOptions, token: string, signal: AbortSignal): Promise<z.infer<typeof person>> {
	const url = `${options.apiUrl}/v1.0/me?$select=id,displayName,mail,userPrincipalName`;
	let reply: Response;
	try {
		reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal, redirect: "error" });
	} catch (cause) {
		throw new ConsentFailed(null, null, "Microsoft does not answer.", { cause });
	}
	if (!reply.ok) throw new ConsentFailed(reply.status, null, `Failed to fetch the Outlook profile: ${reply.status}`);
	return person.parse(await reply.json());
}
