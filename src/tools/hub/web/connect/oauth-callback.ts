import { ApiError } from "#web/lib/api/api.ts";
import type { Granted } from "#web/lib/session/consent.ts";
import { t } from "./text.ts";

/** Query parameters that a provider adds to the redirect URI. */
export interface CallbackParams {
	code?: string | undefined;
	state?: string | undefined;
	error?: string | undefined;
}

/** Why a mailbox was not connected. */
export interface Failure {
	message: string;
	/** The code was not used, so it can be sent again; otherwise the user has to consent again. */
	sendAgain: boolean;
}

const failure = (message: string, sendAgain = false): Failure => ({ message, sendAgain });

/** Validates the provider's redirect; null: valid. @param storedState the `state` stored before the redirect */
export function validateCallback({ code, state, error }: CallbackParams, storedState: string | null): Failure | null {
	if (error === "access_denied") return failure(t.connect.accessDenied);
	if (error !== undefined) return failure(t.connect.oauthAuthorizationFailed(error));
	if (code === undefined) return failure(t.connect.codeMissing);
	if (state === undefined) return failure(t.connect.stateMissing);
	if (state !== storedState) return failure(t.connect.invalidState);
	return null;
}

/** Why the server did not connect the mailbox. */
export function exchangeFailure(cause: unknown): Failure {
	if (cause instanceof SyntaxError) return failure(t.connect.invalidResponse);
	if (!(cause instanceof ApiError) || cause.status === 0) return failure(t.connect.networkError, true);
	// Without a problem from the server (RFC 9457) there is only the status.
	if (cause.code === `http-${cause.status}`) return failure(t.connect.authenticationFailed(cause.status));
	if (cause.status === 401) return failure(t.connect.sessionExpired);
	return failure(cause.message);
}

/** What is missing in a success response. */
export function incomplete(granted: Partial<Granted> | null): Failure | null {
	if (granted?.token_type && granted.user?.email && granted.account) return null;
	return failure(t.connect.missingTokenOrUser);
}

/** A URL for a bug report: every value that could be a secret is masked. */
export function reportedUrl(address: string): string {
	const { origin, pathname, searchParams } = new URL(address);
	const query = [...searchParams].map(([name, value]) => `${name}=${name === "error" ? value : "(hidden)"}`);
	return `${origin}${pathname}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}
