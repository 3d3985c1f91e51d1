import type { Session } from "#web/lib/session/session.ts";

/** Fetches the session without the app's queries; null when signed out or on failure. */
export async function fetchSession(): Promise<Session | null> {
	try {
		const response = await fetch("/api/auth/get-session", { headers: { accept: "application/json" } });
		return response.ok ? ((await response.json()) as Session | null) : null;
	} catch {
		return null;
	}
}
