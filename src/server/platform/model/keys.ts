import type { PlatformContext } from "../context/context.ts";
import { createSecrets } from "../secrets/secrets.ts";

type Context = Pick<PlatformContext, "database" | "config">;

/** The API key of a user's own model; null: none is stored. @throws SecretError */
export async function readModelKey(ctx: Context, ownerId: string): Promise<string | null> {
	const [row] = await ctx.database.query<{ api_key: Buffer }>("select api_key from model_keys where owner_id = $1", [
		ownerId,
	]);
	return row === undefined ? null : createSecrets(ctx.config).open(row.api_key, contextOf(ownerId));
}

/** Whether a key is stored. */
export async function hasModelKey({ database }: Pick<Context, "database">, ownerId: string): Promise<boolean> {
	return (await database.query("select from model_keys where owner_id = $1", [ownerId])).length > 0;
}

/** Stores the key encrypted. @param key null: deletes it */
export async function storeModelKey(ctx: Context, ownerId: string, key: string | null): Promise<void> {
	if (key === null) {
		await ctx.database.query("delete from model_keys where owner_id = $1", [ownerId]);
		return;
	}
	await ctx.database.query(
		`insert into model_keys (owner_id, api_key) values ($1, $2)
		on conflict (owner_id) do update set api_key = excluded.api_key, updated_at = now()`,
		[ownerId, createSecrets(ctx.config).seal(key, contextOf(ownerId))],
	);
}

function contextOf(ownerId: string): string {
	return `${ownerId}/model`;
}
