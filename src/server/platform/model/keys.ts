import type { PlatformContext } from "../context/context.ts";
import { createSecrets } from "../secrets/secrets.ts";

type Context = Pick<PlatformContext, "database" | "config">;

/**
 * The API key of a user's own model.
 * @param origin the server that it would be sent to
 * @returns null: none is stored for this server
 * @throws SecretError
 */
export async function readModelKey(ctx: Context, ownerId: string, origin: string): Promise<string | null> {
	const row = await ctx.database.one<{ api_key: Buffer }>(
		"select api_key from model_keys where owner_id = $1 and origin = $2",
		[ownerId, origin],
	);
	return row === undefined ? null : createSecrets(ctx.config).open(row.api_key, contextOf(ownerId));
}

/** Whether a key is stored for this server. */
export async function hasModelKey(
	{ database }: Pick<Context, "database">,
	ownerId: string,
	origin: string,
): Promise<boolean> {
	const rows = await database.query("select from model_keys where owner_id = $1 and origin = $2", [ownerId, origin]);
	return rows.length > 0;
}

/** Stores the key encrypted, for one server: it is sent to no other. It replaces the one before. */
export async function storeModelKey(
	ctx: Context,
	ownerId: string,
	{ key, origin }: { key: string; origin: string },
): Promise<void> {
	await ctx.database.exec(
		`insert into model_keys (owner_id, origin, api_key) values ($1, $2, $3)
		on conflict (owner_id) do update set origin = excluded.origin, api_key = excluded.api_key, updated_at = now()`,
		[ownerId, origin, createSecrets(ctx.config).seal(key, contextOf(ownerId))],
	);
}

export async function deleteModelKey({ database }: Pick<Context, "database">, ownerId: string): Promise<void> {
	await database.exec("delete from model_keys where owner_id = $1", [ownerId]);
}

function contextOf(ownerId: string): string {
	return `${ownerId}/model`;
}
