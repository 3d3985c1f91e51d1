import { createHash } from "node:crypto";
import type { Database } from "../../db/database.ts";

/** An earlier answer to exactly this request; null: there is none. */
export async function cachedAnswer(database: Database, ownerId: string, hash: Buffer): Promise<string | null> {
	const row = await database.one<{ answer: string }>(
		"select answer from model_answers where owner_id = $1 and hash = $2",
		[ownerId, hash],
	);
	return row?.answer ?? null;
}

/** Keeps an answer for the same request. */
export async function storeAnswer(
	database: Database,
	{ ownerId, hash, answer, now }: { ownerId: string; hash: Buffer; answer: string; now: Date },
): Promise<void> {
	await database.exec(
		`insert into model_answers (owner_id, hash, answer, created_at) values ($1, $2, $3, $4)
		on conflict (owner_id, hash) do update set answer = excluded.answer, created_at = excluded.created_at`,
		[ownerId, hash, answer, now],
	);
}

/** SHA-256 of everything that decides an answer. */
export function requestHash(parts: readonly string[]): Buffer {
	return createHash("sha256").update(JSON.stringify(parts)).digest();
}
