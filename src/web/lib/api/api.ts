import { ApiError, createClient } from "#shared/client.ts";
import type * as accounts from "#shared/contracts/accounts.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts?routes";
import type * as emails from "#shared/contracts/emails.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";
import type * as jobs from "#shared/contracts/jobs.ts";
import { jobsContract } from "#shared/contracts/jobs.ts?routes";
import type * as plans from "#shared/contracts/plans.ts";
import { plansContract } from "#shared/contracts/plans.ts?routes";
import type * as system from "#shared/contracts/system.ts";
import { systemContract } from "#shared/contracts/system.ts?routes";
import { sayDamaged } from "./damaged-rows.ts";
import { endedSession, isSignedInStill, untilSignedIn, userOfPage } from "./ended-session.ts";

export { ApiError };

/** Messages of a refused request by field; empty where the error is about no field. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
	return error instanceof ApiError ? (error.problem.fields ?? {}) : {};
}

/** What signing in itself needs. */
const signingIn =
	/^\/api\/(?:auth\/(?:get-session|sign-in\/|sign-out|two-factor\/verify-|passkey\/(?:generate-authenticate|verify-authentication)|request-password-reset)|v1\/(?:security-check|sign-in-methods|functions\/(?:microsoft|google)-auth-))/;
/** Of one request, with the session that replaced another in between, or after signing in again. */
const MAX_ATTEMPTS = 3;

/**
 * Fetch with the session cookie; tools pass it to `createClient` with their own contract. A request that is refused for
 * want of a session is sent again: at once when the session was only replaced on its way (by confirming one's identity),
 * otherwise when the user has signed in again. The server refuses it before it does anything.
 */
export async function send(url: string, init: RequestInit): Promise<Response> {
	if (signingIn.test(url)) return fetchSameOrigin(url, init);
	for (let attempt = 1; ; attempt++) {
		await untilSignedIn(init);
		const response = await fetchSameOrigin(url, init);
		if (response.status !== 401 || attempt === MAX_ATTEMPTS || init.body instanceof ReadableStream) return response;
		if (!(await isSignedInStill())) return response;
		// With a session it may refuse something else, such as a wrong code.
		if (endedSession() === null && !(await isUnauthenticated(response))) return response;
		// Unread, it would keep its connection.
		void response.body?.cancel();
	}
}

async function fetchSameOrigin(url: string, init: RequestInit): Promise<Response> {
	const headers = new Headers(init.headers);
	// Another user may have signed in with this browser: the server refuses what is the first one's.
	const user = userOfPage();
	if (user !== null) headers.set("x-user-id", user.id);
	const response = await fetch(url, { ...init, headers, credentials: "same-origin" });
	sayDamaged(url, response.headers);
	return response;
}

async function isUnauthenticated(response: Response): Promise<boolean> {
	const problem: { code?: string } | null = await response
		.clone()
		.json()
		.catch(() => null);
	return problem?.code === "unauthenticated";
}

type Kernel = typeof accounts.accountsContract &
	typeof accounts.uploadsContract &
	typeof emails.emailsContract &
	typeof jobs.jobsContract &
	typeof plans.plansContract &
	typeof system.systemContract;

/**
 * The kernel's routes, typed by their contracts: `api.listEmails({ query: { folder: "inbox" } })`.
 * Every call rejects with `ApiError` (`code`, `status`, `message`, `problem.fields`) on failure.
 */
export const api = createClient<Kernel>(
	{ ...accountsContract, ...uploadsContract, ...emailsContract, ...jobsContract, ...plansContract, ...systemContract },
	send,
);
