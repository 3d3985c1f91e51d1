import { ApiError } from "#web/lib/api.ts";
import type { Granted } from "#web/lib/consent.ts";

/** What a provider added to the address it sent the browser back to. */
export interface CameBack {
	code?: string | undefined;
	state?: string | undefined;
	error?: string | undefined;
}

/** Why a mailbox was not connected. */
export interface Failure {
	message: string;
	/** The code was not used, so that it can be sent once more; otherwise the person has to consent again. */
	sendAgain: boolean;
}

const failure = (message: string, sendAgain = false): Failure => ({ message, sendAgain });

/** What is wrong with an address that a provider sent the browser to; null: nothing. @param kept the state of the way out */
export function wrongReturn({ code, state, error }: CameBack, kept: string | null): Failure | null {
	if (error === "access_denied") return failure("Access was denied. Please grant permissions to continue.");
	if (error !== undefined) return failure(`OAuth authorization failed: ${error}`);
	if (code === undefined) return failure("Authorization code is missing from the callback URL");
	if (state === undefined) return failure("State parameter is missing from the callback URL");
	if (state !== kept) return failure("Invalid state parameter - security check failed");
	return null;
}

/** Why the server did not connect the mailbox. */
export function exchangeFailure(cause: unknown): Failure {
	if (cause instanceof SyntaxError) return failure("Invalid response from authentication server");
	if (!(cause instanceof ApiError) || cause.status === 0)
		return failure(
			"Network error: Unable to connect to authentication server. Please check your internet connection and try again.",
			true,
		);
	// Without a problem of the server's own (RFC 9457) there are no words but the status.
	if (cause.code === `http-${cause.status}`) return failure(`Authentication failed: ${cause.status}`);
	if (cause.status === 401) return failure("Authentication session expired. Please try again.");
	return failure(cause.message);
}

/** What is missing in an answer that says it went well. */
export function incomplete(granted: Partial<Granted> | null): Failure | null {
	if (granted?.token_type && granted.user?.email && granted.account) return null;
	return failure("Invalid response from authentication server - missing token or user data");
}

/** The address for a report: every value is hidden that could be a secret. */
export function reportedUrl(address: string): string {
	const { origin, pathname, searchParams } = new URL(address);
	const query = [...searchParams].map(([name, value]) => `${name}=${name === "error" ? value : "(hidden)"}`);
	return `${origin}${pathname}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}
