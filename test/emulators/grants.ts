import type { Clock } from "./clock.ts";

/** A user's grant. */
export interface Grant {
	email: string;
	scopes: string[];
	revoked: boolean;
}

/** Tracks which tokens are valid, for whom and for what; the emulator itself never invalidates tokens. */
export interface Grants {
	grant(email: string, scopes: string[]): Grant;
	/** Records tokens of a grant. @param refresh null: none was issued */
	issue(grant: Grant, access: string, refresh: string | null): void;
	/** The grant of a refresh token; null when it is invalid. */
	behindRefresh(refresh: string): Grant | null;
	/** The grant of an access token; null when it is invalid. */
	behindAccess(access: string): Grant | null;
	/** All scopes this user has granted, over all grants. */
	scopesOf(email: string): string[];
	/** Revokes the grant that this token belongs to. @returns false for an invalid token */
	revoke(token: string): boolean;
	/** Revokes all of a user's grants. */
	revokeAll(email: string): void;
	/** Expires all access tokens of a user; refresh tokens stay valid. */
	expire(email: string): void;
}

/** @param lifeSeconds lifetime of an access token */
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
