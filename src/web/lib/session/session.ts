import { isCancelledError, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { hubPath } from "#shared/brand.ts";
import { ApiError, send } from "../api/api.ts";
import { noteSession, noteSessionEnd, startOver, userOfPage } from "../api/ended-session.ts";
import { keys } from "../api/query-client.ts";
import { consumeRedirect } from "../base/redirect.ts";
import { t } from "../base/text.ts";

/** Whether the page is one of those for signing in. */
const isSigningIn = () => /^\/auth(?![\w-])/.test(location.pathname);

/** The current session. */
export interface Session {
	session: { id: string; createdAt: string; expiresAt: string };
	user: {
		id: string;
		email: string;
		name: string;
		emailVerified: boolean;
		twoFactorEnabled: boolean;
		createdAt: string;
	};
}

/** Better Auth reports an error as `{ code, message }`; our own middleware in front of it as a problem (RFC 9457). */
interface AuthError {
	code?: string;
	message?: string;
	detail?: string;
	title?: string;
}

/**
 * Calls the sign-in endpoints, see `src/server/identity/auth/README.md`: POST with a body, GET without.
 * @throws ApiError with the server's message
 */
export async function authCall(path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
	const response = await send(`/api/auth/${path}`, {
		method: body === undefined ? "GET" : "POST",
		headers: { accept: "application/json", ...(body && { "content-type": "application/json" }), ...headers },
		body: body === undefined ? null : JSON.stringify(body),
	}).catch(() => {
		throw failure(0, "unreachable", t.session.unreachable);
	});
	const answer: unknown = await response.json().catch(() => null);
	if (response.ok) return answer;
	const error: AuthError = typeof answer === "object" && answer !== null ? answer : {};
	const message = error.detail ?? error.message ?? error.title;
	throw failure(
		response.status,
		error.code ?? `http-${response.status}`,
		message ?? (response.status === 429 ? t.session.tooManyAttempts : t.session.pleaseTryAgain),
	);
}

function failure(status: number, code: string, detail: string): ApiError {
	return new ApiError({ type: "about:blank", title: detail, status, detail, code });
}

const getSession = async () => (await authCall("get-session")) as Session | null;

/** Until the browser has the session that replaces one, in milliseconds. */
const SESSION_REPLACED_MS = 300;

/**
 * Confirming one's identity, or a second factor, replaces the session: a request on its way with the previous cookie,
 * in this tab or another, hears that no one is signed in. So a session that was there is asked for once more.
 *
 * One that ended stays the page's session, whose requests wait until its user is signed in again (`ended-session.ts`).
 * If another user is, nothing of the first is shown or saved there.
 */
async function currentSession(client: QueryClient): Promise<Session | null> {
	const before = client.getQueryData<Session | null>(keys.session);
	const asked = await getSession();
	const session = asked === null && before && !signedOut ? await getSessionAgain() : asked;
	if (session === null) {
		// The user may have signed out in the meantime.
		const isOver = !client.getQueryData(keys.session) || signedOut || isSigningIn();
		if (!before || isOver) return null;
		noteSessionEnd(before.user);
		return before;
	}
	const first = userOfPage() ?? before?.user ?? session.user;
	if (first.id !== session.user.id) {
		startOver(afterSignIn(), first);
		return before ?? null;
	}
	signedOut = false;
	noteSession(session.user);
	return session;
}

/** The page that was asked for before signing in, or the hub. */
function afterSignIn(): string {
	if (!isSigningIn()) return hubPath;
	return consumeRedirect(hubPath, new URLSearchParams(location.search).get("redirect") ?? undefined);
}

async function getSessionAgain(): Promise<Session | null> {
	await new Promise((resolve) => setTimeout(resolve, SESSION_REPLACED_MS));
	return getSession();
}

/** The current session; null when signed out. */
export const sessionQuery = queryOptions({
	queryKey: keys.session,
	queryFn: ({ client }) => currentSession(client),
	staleTime: 5 * 60_000,
});

/** Asks the server for the session. @throws ApiError */
export async function fetchSession(client: QueryClient): Promise<Session | null> {
	for (;;)
		try {
			return await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
		} catch (error) {
			// An event asked again meanwhile, which drops the first question.
			if (!isCancelledError(error)) throw error;
		}
}

/** The same after signing in, since when an earlier question may still be unanswered. @throws ApiError */
export async function refetchSession(client: QueryClient): Promise<Session | null> {
	const isAsked = client.getQueryState(keys.session)?.fetchStatus === "fetching";
	if (isAsked) await fetchSession(client).catch(() => undefined);
	return fetchSession(client);
}

/** The current session; undefined while loading, null when signed out. */
export function useSession(): Session | null | undefined {
	return useQuery(sessionQuery).data;
}

export interface Credentials {
	email: string;
	password: string;
}

/** The solved sum, for the server to check. */
export interface CheckAnswer {
	token: string;
	answer: number;
}

const checked = (check: CheckAnswer) => ({ "x-security-check": `${check.token}:${check.answer}` });

/** Whether sign-in is complete or requires the second factor. */
export type SignInStep = "signed-in" | "second-factor";

function stepOf(answer: unknown): SignInStep {
	signedOut = false;
	const more = typeof answer === "object" && answer !== null && "twoFactorRedirect" in answer;
	return more ? "second-factor" : "signed-in";
}

/** @throws ApiError with the server's message */
export async function signIn(credentials: Credentials, check: CheckAnswer): Promise<SignInStep> {
	return stepOf(await authCall("sign-in/email", credentials, checked(check)));
}

/** Signs in with an emailed token, or one received after Microsoft or Google. @throws ApiError */
export async function signInWithToken(token: string): Promise<SignInStep> {
	return stepOf(await authCall("sign-in/token", { token_hash: token, type: "magiclink" }));
}

/** Requests an email to an address. @throws ApiError */
export async function requestMail(
	what: "magic-link" | "password-reset",
	body: { email: string; redirect?: string | undefined },
	check: CheckAnswer,
): Promise<void> {
	await authCall(what === "magic-link" ? "sign-in/magic-link" : "request-password-reset", body, checked(check));
}

/**
 * Creates an account; the user signs in afterwards.
 * @param invitation token of an invitation link, where sign-up is by invitation
 * @throws ApiError with the server's message
 */
export async function signUp(
	person: Credentials & { name: string },
	check: CheckAnswer,
	invitation?: string,
): Promise<void> {
	const invited: Record<string, string> = invitation === undefined ? {} : { "x-invitation": invitation };
	await authCall("sign-up/email", person, { ...checked(check), ...invited });
}

let signedOut = false;

/** Whether the session ended because the user signed out here. */
export function signedOutByUser(): boolean {
	return signedOut;
}

export async function signOut(): Promise<void> {
	await authCall("sign-out", {});
	signedOut = true;
}
