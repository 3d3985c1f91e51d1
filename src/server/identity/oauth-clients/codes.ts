import { createHash, randomBytes } from "node:crypto";
import type { KeyScope } from "#shared/contract.ts";
import type { Database } from "../../db/database.ts";

/** What a user allowed a client to do. */
export interface Grant {
	userId: string;
	clientId: string;
	clientName: string;
	redirectUri: string;
	/** PKCE, S256. */
	challenge: string;
	scopes: KeyScope[];
}

interface CodeRow {
	user_id: string;
	client_hash: Buffer;
	client_name: string;
	redirect_uri: string;
	code_challenge: string;
	scopes: KeyScope[];
}

/** As long as a browser needs to reach the client. */
const LIFE_MS = 5 * 60_000;

/** Stores a grant. @returns its code, which is valid once and for five minutes */
export async function issueCode(database: Database, grant: Grant, now: number): Promise<string> {
	const code = randomBytes(32).toString("base64url");
	await database.exec(
		`insert into authorization_codes
			(code_hash, user_id, client_hash, client_name, redirect_uri, code_challenge, scopes, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[
			...[sha256(code), grant.userId, sha256(grant.clientId), grant.clientName, grant.redirectUri],
			...[grant.challenge, grant.scopes, new Date(now + LIFE_MS)],
		],
	);
	return code;
}

/**
 * Uses a code up. A code that was used before may have been stolen: the key that was given for it is deleted.
 * @returns its grant; null: unknown, used, expired, or of another client, address or verifier
 */
export async function redeemCode(
	database: Database,
	given: { code: string; clientId: string; redirectUri: string; verifier: string },
	now: number,
): Promise<Omit<Grant, "clientId"> | null> {
	const hash = sha256(given.code);
	const row = await database.one<CodeRow>(
		`update authorization_codes set used_at = $2 where code_hash = $1 and used_at is null and expires_at > $2
		returning user_id, client_hash, client_name, redirect_uri, code_challenge, scopes`,
		[hash, new Date(now)],
	);
	if (row === undefined) {
		await database.exec(
			`with used as (delete from authorization_codes where code_hash = $1 returning key_id)
			delete from api_keys where id in (select key_id from used)`,
			[hash],
		);
		return null;
	}
	const isRight =
		sha256(given.clientId).equals(Buffer.from(row.client_hash)) &&
		given.redirectUri === row.redirect_uri &&
		sha256(given.verifier).toString("base64url") === row.code_challenge;
	if (!isRight) return null;
	const { user_id: userId, client_name: clientName, redirect_uri: redirectUri, scopes } = row;
	return { userId, clientName, redirectUri, challenge: row.code_challenge, scopes };
}

/** Stores which key a code was exchanged for. @returns false: meanwhile it was used again, so the key must be deleted */
export async function storeKeyOf(database: Database, code: string, keyId: string): Promise<boolean> {
	const rows = await database.query("update authorization_codes set key_id = $2 where code_hash = $1 returning 1", [
		sha256(code),
		keyId,
	]);
	return rows.length > 0;
}

/** Deletes codes that expired a day ago. */
export async function deleteOldCodes(database: Database, now: number): Promise<void> {
	await database.exec("delete from authorization_codes where expires_at < $1::timestamptz - interval '1 day'", [
		new Date(now),
	]);
}

function sha256(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
