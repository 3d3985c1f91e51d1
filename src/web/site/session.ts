import type { Session } from "#web/lib/session.ts";

/** Who is signed in, asked without the app's queries; null for nobody, and when the server does not say. */
export async function fetchSession(): Promise<Session | null> {
	try {
		const response = await fetch("/api/auth/get-session", { headers: { accept: "application/json" } });
		return response.ok ? ((await response.json()) as Session | null) : null;
	} catch {
		return null;
	}
}
