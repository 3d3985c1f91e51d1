import type { Identity } from "#shared/contracts/sign-in.ts";
import { tabStorage } from "../base/device-storage.ts";
import { rememberRedirect } from "../base/redirect.ts";
import { t } from "../base/text.ts";
import { signInApi } from "./sign-in-api.ts";

export type ProviderId = Identity["provider"];

export const providerNames: Record<ProviderId, string> = { microsoft: "Microsoft", google: "Google" };

/** Stored before the redirect, to recognize our own request on return (CSRF protection). */
interface PendingSignIn {
	state: string;
	/** Epoch ms. */
	timestamp: number;
	provider: ProviderId;
}

const storageKey = "oauth_state";
const lifeMs = 10 * 60_000;

/** The OAuth redirect URI. */
const callbackUrl = () => `${location.origin}/auth/callback`;

/**
 * Redirects to the provider's sign-in page.
 * @param options.link links the identity to the signed-in user instead of signing in with it
 * @param options.redirect where to go afterwards
 * @throws ApiError with the server's message
 */
export async function startProvider(
	provider: ProviderId,
	options: { link?: boolean; redirect?: string | undefined } = {},
): Promise<void> {
	const body = { redirectUri: callbackUrl(), ...(options.link && { link: true }) };
	const { state, authUrl } = await signInApi[`${provider}-auth-init`]({ body });
	rememberRedirect(options.redirect);
	tabStorage.setItem(storageKey, JSON.stringify({ state, timestamp: Date.now(), provider } satisfies PendingSignIn));
	location.assign(authUrl);
}

/** Query parameters that the provider adds to the redirect URI. */
export interface ProviderReturn {
	code?: string | undefined;
	state?: string | undefined;
	error?: string | undefined;
	iss?: string | undefined;
}

/** Result: a token for one sign-in, or a newly linked identity. */
export type ProviderResult = { provider: ProviderId; token: string } | { provider: ProviderId; linked: true };

/**
 * Completes the sign-in after the provider's redirect.
 * @param onExchange called when the code is sent to the server
 * @throws Error with a message for the user
 */
export async function finishProvider(params: ProviderReturn, onExchange: () => void): Promise<ProviderResult> {
	const pending = consumePendingSignIn();
	const provider = pending?.provider ?? "microsoft";
	if (params.error !== undefined) throw new Error(t.providers.oauthError(providerNames[provider], params.error));
	if (params.code === undefined) throw new Error(t.providers.noCode);
	if (pending === null || Date.now() - pending.timestamp > lifeMs) throw new Error(t.providers.sessionExpired);
	if (params.state !== pending.state) throw new Error(t.providers.invalidState);
	onExchange();
	const { code, iss } = params;
	const outcome = await signInApi[`${provider}-auth-callback`]({
		body: { code, state: pending.state, redirectUri: callbackUrl(), iss },
	});
	if (outcome.linked) return { provider, linked: true };
	const token = outcome.session?.properties.hashed_token;
	if (!outcome.success || token === undefined) throw new Error(t.providers.authenticationFailed);
	return { provider, token };
}

/** Reads and removes the stored request. */
function consumePendingSignIn(): PendingSignIn | null {
	const text = tabStorage.getItem(storageKey);
	tabStorage.removeItem(storageKey);
	try {
		const { state, timestamp, provider = "microsoft" } = JSON.parse(text ?? "") as Partial<PendingSignIn>;
		if (typeof state !== "string" || typeof timestamp !== "number" || !(provider in providerNames)) return null;
		return { state, timestamp, provider };
	} catch {
		return null;
	}
}
