import type { Clock } from "./clock.ts";

/** What a person allowed once. */
export interface Grant {
	email: string;
	scopes: string[];
	revoked: boolean;
}

/** Which tokens are good, for whom and for what; the emulator makes them and forgets nothing, this does. */
export interface Grants {
	grant(email: string, scopes: string[]): Grant;
	/** Notes tokens that belong to a grant. @param refresh null: none was given */
	issue(grant: Grant, access: string, refresh: string | null): void;
	/** What a refresh token stands for; null when it is not good (any more). */
	behindRefresh(refresh: string): Grant | null;
	/** What an access token stands for; null when it is not good (any more). */
	behindAccess(access: string): Grant | null;
	/** All that this person allows, in whatever grant. */
	scopesOf(email: string): string[];
	/** Takes back all of the grant that this token belongs to. @returns false for a token that is not good */
	revoke(token: string): boolean;
	/** Takes back everything that this person allowed. */
	revokeAll(email: string): void;
	/** Lets all access tokens of this person run out; their refresh tokens stay. */
	expire(email: string): void;
}

/** @param lifeSeconds of an access token */
export function createGrants(time: Clock, lifeSeconds: number): Grants {
	const access = new Map<string, { grant: Grant; expiresAt: number }>();
	const refresh = new Map<string, Grant>();
	const all: Grant[] = [];
	const valid = (grant: Grant | undefined): Grant | null => (grant && !grant.revoked ? grant : null);
	const behindAccess: Grants["behindAccess"] = (token) => {
		const known = access.get(token);
		return known && known.expiresAt > time.now() ? valid(known.grant) : null;
	};
	const behindRefresh: Grants["behindRefresh"] = (token) => valid(refresh.get(token));
	return {
		grant(email, scopes) {
			const made = { email, scopes, revoked: false };
			all.push(made);
			return made;
		},
		issue(grant, accessToken, refreshToken) {
			access.set(accessToken, { grant, expiresAt: time.now() + lifeSeconds * 1000 });
			if (refreshToken !== null) refresh.set(refreshToken, grant);
		},
		behindRefresh,
		behindAccess,
		scopesOf: (email) => all.flatMap((grant) => (grant.email === email && !grant.revoked ? grant.scopes : [])),
		revoke(token) {
			const grant = behindAccess(token) ?? behindRefresh(token);
			if (grant) grant.revoked = true;
			return grant !== null;
		},
		revokeAll(email) {
			for (const grant of all) if (grant.email === email) grant.revoked = true;
		},
		expire(email) {
			for (const known of access.values()) if (known.grant.email === email) known.expiresAt = 0;
		},
	};
}

/** The token of `Authorization: Bearer …`; empty without one. */
export function bearerOf(request: Request): string {
	return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}
