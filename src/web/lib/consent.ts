import { createClient } from "#shared/client.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type * as consent from "#shared/contracts/consent.ts";
import { consentContract } from "#shared/contracts/consent.ts?routes";
import { send } from "./api.ts";

/** The kinds of mailbox that people connect by consenting at their provider. */
export type ConsentKind = "gmail" | "outlook";
export type Access = Account["access"];

/** What a person asks for when they leave for the provider. */
export interface Wish {
	access: Access;
	/** An account that is connected again, or is to allow more. */
	account?: string | undefined;
	/** More than a connection needs: `serverRules`, to keep filters as rules at the provider. */
	extras?: "serverRules"[];
	/** How often the same was tried before. */
	retries?: number | undefined;
}

export function isConsentKind(provider: Account["provider"]): provider is ConsentKind {
	return provider === "gmail" || provider === "outlook";
}

const api = createClient<typeof consent.consentContract>(consentContract, send);

/** Page that tells what connecting means. */
export const startPath = (kind: ConsentKind): string => `/auth/${kind}/start`;

/** Where the provider sends the browser back to. */
export const returnAddress = (kind: ConsentKind): string => `${location.origin}/auth/${kind}/callback`;

/** Local storage: what the browser keeps while it is away. Tokens never come here. */
const stateKey = (kind: ConsentKind): string => `${kind}_oauth_state`;

/** Leaves for the provider's page. @throws ApiError with the server's own words */
export async function beginConsent(
	kind: ConsentKind,
	{ access, account, extras = [], retries = 0 }: Wish,
): Promise<void> {
	const body = { redirectUri: returnAddress(kind), access, extras, ...(account !== undefined && { account }) };
	const { state, authUrl } = await api[`${kind}-auth-init`]({ body });
	const wish = new URLSearchParams({
		...(access === "read" && { access }),
		...(account !== undefined && { account }),
		...(extras.length > 0 && { extras: extras.join(",") }),
		...(retries > 0 && { retries: String(retries) }),
	}).toString();
	localStorage.setItem(stateKey(kind), wish === "" ? state : `${state}?${wish}`);
	location.assign(authUrl);
}

/** What was kept when the browser left. */
export function keptState(kind: ConsentKind): { state: string; wish: Wish } | null {
	const text = localStorage.getItem(stateKey(kind));
	if (text === null) return null;
	const [state = "", rest] = text.split("?");
	const wish = new URLSearchParams(rest);
	return {
		state,
		wish: {
			access: wish.get("access") === "read" ? "read" : "full",
			account: wish.get("account") ?? undefined,
			extras: wish.get("extras") === "serverRules" ? ["serverRules"] : [],
			retries: Number(wish.get("retries") ?? 0) || 0,
		},
	};
}

export function forgetState(kind: ConsentKind): void {
	localStorage.removeItem(stateKey(kind));
}

/** Who has consented, and the mailbox that is connected with it. */
export type Granted = Awaited<ReturnType<(typeof api)["gmail-auth"]>>;

/** Connects the mailbox with what the provider sent back. @throws ApiError; whatever else a broken answer causes */
export function finishConsent(kind: ConsentKind, answer: { code: string; state: string }): Promise<Granted> {
	return api[`${kind}-auth`]({ body: { ...answer, redirectUri: returnAddress(kind) } });
}
