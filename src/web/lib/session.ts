import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError, send } from "./api.ts";
import { keys } from "./query-client.ts";

/** Who is signed in. */
export interface Session {
	user: { id: string; email: string; name: string };
}

/** Better Auth reports a failure as `{ code, message }`; our own guards in front of it as a problem (RFC 9457). */
interface Refusal {
	code?: string;
	message?: string;
	detail?: string;
	title?: string;
}

async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
	const response = await send(`/api/auth/${path}`, {
		method: body === undefined ? "GET" : "POST",
		headers: { accept: "application/json", ...(body && { "content-type": "application/json" }), ...headers },
		body: body === undefined ? null : JSON.stringify(body),
	}).catch(() => {
		throw failure(0, "unreachable", "The server cannot be reached. Check your connection and try again.");
	});
	const answer: unknown = await response.json().catch(() => null);
	if (response.ok) return answer;
	const said: Refusal = typeof answer === "object" && answer !== null ? answer : {};
	const words = said.detail ?? said.message ?? said.title;
	throw failure(
		response.status,
		said.code ?? `http-${response.status}`,
		words ?? (response.status === 429 ? "Too many attempts. Please wait a moment." : "Please try again."),
	);
}

function failure(status: number, code: string, detail: string): ApiError {
	return new ApiError({ type: "about:blank", title: detail, status, detail, code });
}

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
	queryKey: keys.session,
	queryFn: async () => (await call("get-session")) as Session | null,
	staleTime: 5 * 60_000,
});

/** The signed-in person; undefined while it is not known yet, null for nobody. */
export function useSession(): Session | null | undefined {
	return useQuery(sessionQuery).data;
}

export interface Credentials {
	email: string;
	password: string;
}

/** The solved sum as the server checks it. */
export interface CheckAnswer {
	token: string;
	answer: number;
}

const checked = (check: CheckAnswer) => ({ "x-security-check": `${check.token}:${check.answer}` });

/** @throws ApiError with the server's own words */
export async function signIn(credentials: Credentials, check: CheckAnswer): Promise<void> {
	await call("sign-in/email", credentials, checked(check));
}

/** Makes an account; the person signs in afterwards. @throws ApiError with the server's own words */
export async function signUp(person: Credentials & { name: string }, check: CheckAnswer): Promise<void> {
	await call("sign-up/email", person, checked(check));
}

export async function signOut(): Promise<void> {
	await call("sign-out", {});
}
