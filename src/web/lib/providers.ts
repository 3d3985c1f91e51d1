import type { Identity } from "#shared/contracts/sign-in.ts";
import { rememberRedirect } from "./redirect.ts";
import { signInApi } from "./sign-in-api.ts";

export type ProviderId = Identity["provider"];

export const providerNames: Record<ProviderId, string> = { microsoft: "Microsoft", google: "Google" };

/** What the browser keeps while it is away, to know its own return from one that somebody else arranged. */
interface Journey {
	state: string;
	/** Epoch ms. */
	timestamp: number;
	provider: ProviderId;
}

const storageKey = "oauth_state";
const lifeMs = 10 * 60_000;

/** Where the provider sends the browser back to. */
const returnAddress = () => `${location.origin}/auth/callback`;

/**
 * Leaves for the provider's own sign-in page.
 * @param options.link ties the account to the person who is signed in, rather than sign in with it
 * @param options.redirect where to go afterwards
 * @throws ApiError with the server's own words
 */
export async function startProvider(
	provider: ProviderId,
	options: { link?: boolean; redirect?: string | undefined } = {},
): Promise<void> {
	const body = { redirectUri: returnAddress(), ...(options.link && { link: true }) };
	const { state, authUrl } = await signInApi[`${provider}-auth-init`]({ body });
	rememberRedirect(options.redirect);
	sessionStorage.setItem(storageKey, JSON.stringify({ state, timestamp: Date.now(), provider } satisfies Journey));
	location.assign(authUrl);
}

/** What a provider added to the address it sent the browser back to. */
export interface ProviderReturn {
	code?: string | undefined;
	state?: string | undefined;
	error?: string | undefined;
	iss?: string | undefined;
}

/** What came of a journey: a token that signs in once, or an account that is linked now. */
export type InboxEvent = { provider: ProviderId; token: string } | { provider: ProviderId; linked: true };

/**
 * Takes up what the browser came back with.
 * @param onExchange called when the code goes to the server
 * @throws Error with a sentence for the person
 */
export async function finishProvider(came: ProviderReturn, onExchange: () => void): Promise<InboxEvent> {
	const journey = takeJourney();
	const provider = journey?.provider ?? "microsoft";
	if (came.error !== undefined) throw new Error(`${providerNames[provider]} OAuth error: ${came.error}`);
	if (came.code === undefined) throw new Error("No authorization code received");
	if (journey === null || Date.now() - journey.timestamp > lifeMs)
		throw new Error("Authentication session expired. Please try again.");
	if (came.state !== journey.state) throw new Error("Invalid state parameter. Please try signing in again.");
	onExchange();
	const { code, iss } = came;
	const outcome = await signInApi[`${provider}-auth-callback`]({
		body: { code, state: journey.state, redirectUri: returnAddress(), iss },
	});
	if (outcome.linked) return { provider, linked: true };
	const token = outcome.session?.properties.hashed_token;
	if (!outcome.success || token === undefined) throw new Error("Authentication failed");
	return { provider, token };
}

/** Reads what was kept, once. */
function takeJourney(): Journey | null {
	const text = sessionStorage.getItem(storageKey);
	sessionStorage.removeItem(storageKey);
	try {
		const { state, timestamp, provider = "microsoft" } = JSON.parse(text ?? "") as Partial<Journey>;
		if (typeof state !== "string" || typeof timestamp !== "number" || !(provider in providerNames)) return null;
		return { state, timestamp, provider };
	} catch {
		return null;
	}
}
