import { createClient } from "#shared/client.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type * as consent from "#shared/contracts/consent.ts";
import type { ConsentExtra } from "#shared/contracts/consent.ts";
import { consentContract } from "#shared/contracts/consent.ts?routes";
import type { ConsentKind } from "#shared/providers.ts";
import { send } from "../api/api.ts";
import { deviceStorage } from "../base/device-storage.ts";
import { isLocalPath } from "../base/redirect.ts";

export type Access = Account["access"];
export type { ConsentExtra };

/** What the user requests before the redirect to the provider. */
export interface ConsentRequest {
	access: Access;
	/** An account to reconnect or to extend. */
	account?: string | undefined;
	/** More than a connection needs, such as `serverRules`, to store filters as rules at the provider. */
	extras?: ConsentExtra[];
	/** Path of the page to return to; absent: the dashboard. */
	returnTo?: string | undefined;
	/** Number of previous attempts. */
	retries?: number | undefined;
}

const api = createClient<typeof consent.consentContract>(consentContract, send);

/** Page that explains what connecting means. */
export const startPath = (kind: ConsentKind) => `/auth/${kind}/start` as const;

/** The OAuth redirect URI. */
export const returnAddress = (kind: ConsentKind): string => `${location.origin}/auth/${kind}/callback`;

const allExtras: readonly ConsentExtra[] = ["serverRules", "permanentDelete"];

/** Local storage key of the pending request. Tokens are never stored here. */
const stateKey = (kind: ConsentKind): string => `${kind}_oauth_state`;

/** Redirects to the provider's consent page. @throws ApiError with the server's message */
export async function beginConsent(
	kind: ConsentKind,
	{ access, account, extras = [], retries = 0, returnTo }: ConsentRequest,
): Promise<void> {
	const body = { redirectUri: returnAddress(kind), access, extras, ...(account !== undefined && { account }) };
	const { state, authUrl } = await api[`${kind}-auth-init`]({ body });
	const request = new URLSearchParams({
		...(access === "read" && { access }),
		...(account !== undefined && { account }),
		...(extras.length > 0 && { extras: extras.join(",") }),
		...(retries > 0 && { retries: String(retries) }),
		...(returnTo !== undefined && { returnTo }),
	}).toString();
	deviceStorage.setItem(stateKey(kind), request === "" ? state : `${state}?${request}`);
	location.assign(authUrl);
}

/** The request stored before the redirect. */
export function storedState(kind: ConsentKind): { state: string; request: ConsentRequest } | null {
	const text = deviceStorage.getItem(stateKey(kind));
	if (text === null) return null;
	const [state = ""] = text.split("?", 1);
	const request = new URLSearchParams(text.slice(state.length));
	const returnTo = request.get("returnTo");
	return {
		state,
		request: {
			access: request.get("access") === "read" ? "read" : "full",
			account: request.get("account") ?? undefined,
			extras: allExtras.filter((extra) => request.get("extras")?.split(",").includes(extra)),
			retries: Number(request.get("retries") ?? 0) || 0,
			returnTo: returnTo !== null && isLocalPath(returnTo) ? returnTo : undefined,
		},
	};
}

export function forgetState(kind: ConsentKind): void {
	deviceStorage.removeItem(stateKey(kind));
}

/** The reply to a granted consent: the user's identity and the connected mailbox. */
export type Granted = Awaited<ReturnType<(typeof api)["gmail-auth"]>>;

/** Exchanges the provider's response and connects the mailbox. @throws ApiError, or what a malformed response causes */
export function finishConsent(kind: ConsentKind, response: { code: string; state: string }): Promise<Granted> {
	return api[`${kind}-auth`]({ body: { ...response, redirectUri: returnAddress(kind) } });
}
