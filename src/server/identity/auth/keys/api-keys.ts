import { createHash, randomBytes } from "node:crypto";
import { brand } from "#shared/brand.ts";
import type { KeyScope } from "#shared/contract.ts";
import type { ApiKey } from "#shared/contracts/sign-in.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../../db/database.ts";
import { conflict, notFound } from "../../../errors.ts";

/** API keys for programs. Only their hashes are stored. */
export interface ApiKeys {
	list(userId: string): Promise<ApiKey[]>;
	/**
	 * @returns the key with its secret, which is shown only once
	 * @throws AppError 409 `too-many-keys`
	 */
	create(
		userId: string,
		wanted: { name: string; scopes: KeyScope[]; days?: number | undefined; client?: string },
	): Promise<{ key: ApiKey; secret: string }>;
	/** @throws AppError 409 `too-many-keys` when `create` would */
	requireRoom(userId: string): Promise<void>;
	/** @throws AppError 404 */
	delete(userId: string, id: string): Promise<void>;
	/** The user a key belongs to; null when it is unknown or expired. */
	find(secret: string): Promise<FoundKey | null>;
}

/** A key's user, and the key. */
export interface FoundKey {
	id: string;
	email: string;
	name: string;
	keyId: string;
	keyName: string;
	scopes: KeyScope[];
	/** Set: the key of an AI client, valid at /mcp alone. */
	client: string | null;
}

/** Keys of a user. */
const EACH = 50;
const DAY_MS = 24 * 60 * 60_000;
const prefix = `${brand.slug}_`;
const shape = new RegExp(`^${prefix}[\\w-]{43}$`);
const columns = "id, name, key_prefix, scopes, client, created_at, last_used_at, expires_at";

interface Row {
	id: string;
	name: string;
	key_prefix: string;
	scopes: KeyScope[];
	client: string | null;
	created_at: Date;
	last_used_at: Date | null;
	expires_at: Date | null;
}

/** A key's user, and the key. */
interface UserRow {
	key_id: string;
	key_name: string;
	id: string;
	email: string;
	name: string;
	scopes: KeyScope[];
	client: string | null;
	/** Its last use was recorded over a minute ago. */
	stale: boolean;
}

export function createApiKeys(database: Database, now: () => number, each = EACH): ApiKeys {
	/** Clients sign in again when their key expires; no one would delete the old ones. */
	const deleteExpired = (userId: string) =>
		database.query("delete from api_keys where user_id = $1 and client is not null and expires_at <= $2", [
			userId,
			new Date(now()),
		]);
	const tooMany = () => conflict("too-many-keys", `There are ${each} keys already. Delete one that you no longer use.`);
	return {
		async list(userId) {
			const rows = await database.query<Row>(
				`select ${columns} from api_keys where user_id = $1 order by created_at desc`,
				[userId],
			);
			return rows.map(present);
		},
		async create(userId, { name, scopes, days, client }) {
			const secret = prefix + randomBytes(32).toString("base64url");
			const at = now();
			await deleteExpired(userId);
			const row = await database.one<Row>(
				`insert into api_keys (id, user_id, name, key_hash, key_prefix, scopes, created_at, expires_at, client)
				 select $1, $2, $3, $4, $5, $6, $7, $8, $9
				 where (select count(*) from api_keys where user_id = $2) < $10::int
				 returning ${columns}`,
				[
					newId(at),
					userId,
					name,
					hash(secret),
					secret.slice(0, prefix.length + 4),
					[...new Set(scopes)],
					new Date(at),
					days === undefined ? null : new Date(at + days * DAY_MS),
					client ?? null,
					each,
				],
			);
			if (row === undefined) throw tooMany();
			return { key: present(row), secret };
		},
		async requireRoom(userId) {
			await deleteExpired(userId);
			const row = await database.one<{ n: number }>("select count(*)::int as n from api_keys where user_id = $1", [
				userId,
			]);
			if ((row?.n ?? 0) >= each) throw tooMany();
		},
		async delete(userId, id) {
			const rows = await database.query("delete from api_keys where user_id = $1 and id = $2 returning id", [
				userId,
				id,
			]);
			if (rows.length === 0) throw notFound("The key");
		},
		async find(secret) {
			if (!shape.test(secret)) return null;
			const at = new Date(now());
			const row = await database.one<UserRow>(
				`select k.id as key_id, k.name as key_name, k.scopes, k.client, u.id, u.email, u.name,
					k.last_used_at is null or k.last_used_at < $2::timestamptz - interval '1 minute' as stale
				 from api_keys k join users u on u.id = k.user_id
				 where k.key_hash = $1 and (k.expires_at is null or k.expires_at > $2)`,
				[hash(secret), at],
			);
			if (row === undefined) return null;
			if (row.stale) await database.exec("update api_keys set last_used_at = $2 where id = $1", [row.key_id, at]);
			const { id, email, name, scopes, client, key_id: keyId, key_name: keyName } = row;
			return { id, email, name, scopes, client, keyId, keyName };
		},
	};
}

function hash(secret: string): Buffer {
	return createHash("sha256").update(secret).digest();
}

function present(row: Row): ApiKey {
	return {
		id: row.id,
		name: row.name,
		prefix: row.key_prefix,
		scopes: row.scopes,
		client: row.client,
		createdAt: row.created_at.toISOString(),
		lastUsedAt: row.last_used_at?.toISOString() ?? null,
		expiresAt: row.expires_at?.toISOString() ?? null,
	};
}
