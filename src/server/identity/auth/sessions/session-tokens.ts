import { createHash } from "node:crypto";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import { Kysely, PostgresDialect } from "kysely";
import type { Database } from "../../../db/database.ts";
import { noteLostDatabase } from "./lost-database.ts";

/**
 * Better Auth's database adapter, storing the SHA-256 of each session token: reading the table, or a backup of it,
 * yields no usable session. Tokens are random, so the hash needs no salt.
 */
export function sessionTokenAdapter(pool: Database["pool"]) {
	return (options: BetterAuthOptions): DBAdapter => {
		const kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
		const adapter = noteLostDatabase(kyselyAdapter(kysely, { type: "postgres", transaction: true })(options));
		return {
			...withHashedTokens(adapter),
			transaction: (work) => adapter.transaction((tx) => work(withHashedTokens(tx))),
		};
	};
}

type Row = { token?: unknown };

function withHashedTokens<A extends DBTransactionAdapter>(adapter: A): A {
	return {
		...adapter,
		async create(input) {
			const { token } = input.data as Row;
			if (input.model !== "session" || typeof token !== "string") return adapter.create(input);
			const made = await adapter.create({ ...input, data: { ...input.data, token: hashOf(token) } });
			return { ...(made as object), token } as never;
		},
		async findOne(input) {
			const { where, restore } = hashed(input);
			return restore(await adapter.findOne({ ...input, where }));
		},
		async findMany(input) {
			const { where, restore } = hashed(input);
			return (await adapter.findMany({ ...input, where })).map(restore) as never;
		},
		count: (input) => adapter.count({ ...input, where: hashed(input).where }),
		async update(input) {
			const { where, restore } = hashed(input);
			return restore(await adapter.update({ ...input, where }));
		},
		updateMany: (input) => adapter.updateMany({ ...input, where: hashed(input).where }),
		delete: (input) => adapter.delete({ ...input, where: hashed(input).where }),
		deleteMany: (input) => adapter.deleteMany({ ...input, where: hashed(input).where }),
		async consumeOne(input) {
			const { where, restore } = hashed(input);
			return restore(await adapter.consumeOne({ ...input, where }));
		},
	} satisfies DBTransactionAdapter as A;
}

interface Hashed {
	where: Where[];
	/** Restores the token in a row that was looked up by it. */
	restore<T>(row: T): T;
}

/**
 * Replaces tokens by hashes in the conditions. Rows that are looked up in another way keep the hash, which is useless
 * as a token.
 */
function hashed({ model, where = [] }: { model: string; where?: Where[] | undefined }): Hashed {
	const tokens = new Map<unknown, string>();
	if (model !== "session" || !where.some(({ field }) => field === "token")) return { where, restore: (row) => row };
	const replace = (token: string): string => {
		const hash = hashOf(token);
		tokens.set(hash, token);
		return hash;
	};
	return {
		where: where.map((condition) => {
			if (condition.field !== "token") return condition;
			const { value } = condition;
			return {
				...condition,
				value: Array.isArray(value) ? value.map((each) => replace(`${each}`)) : replace(`${value}`),
			};
		}),
		restore(row) {
			const token = tokens.get((row as Row | null)?.token);
			return token === undefined ? row : { ...row, token };
		},
	};
}

function hashOf(token: string): string {
	return createHash("sha256").update(`session:${token}`).digest("base64url");
}
