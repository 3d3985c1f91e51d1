import type { Database } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { createSecrets, SecretError } from "#kernel/secrets.ts";
import { readSettings, updateSettings } from "#kernel/settings.ts";
import type { PaidSourceId } from "../../fields.ts";
import { enrichmentSettings } from "../../settings.ts";

/** The user's API keys of paid sources, encrypted. */

type Context = Pick<MailContext, "database" | "config">;

/** The key of a source; null: none is stored. @throws AppError 409 `no-key` when it can't be decrypted any more */
export async function readKey({ database, config }: Context, ownerId: string, source: PaidSourceId) {
	const row = await database.one<{ api_key: Buffer }>(
		"select api_key from enrichment_keys where owner_id = $1 and source = $2",
		[ownerId, source],
	);
	try {
		return row === undefined ? null : createSecrets(config).open(row.api_key, contextOf(ownerId, source));
	} catch (cause) {
		if (!(cause instanceof SecretError)) throw cause;
		throw new AppError(409, "no-key", "The stored API key can't be read. Enter it again under Sources.", { cause });
	}
}

/** Stores a key in place of the one before. */
export async function storeKey(
	{ database, config }: Context,
	ownerId: string,
	{ source, key }: { source: PaidSourceId; key: string },
): Promise<void> {
	await database.exec(
		`insert into enrichment_keys (owner_id, source, api_key, updated_at) values ($1, $2, $3, now())
		on conflict (owner_id, source) do update set api_key = excluded.api_key, updated_at = excluded.updated_at`,
		[ownerId, source, createSecrets(config).seal(key, contextOf(ownerId, source))],
	);
}

/** The sources with a stored key. */
export async function listKeys(database: Database, ownerId: string): Promise<PaidSourceId[]> {
	const rows = await database.query<{ source: PaidSourceId }>(
		"select source from enrichment_keys where owner_id = $1 order by source",
		[ownerId],
	);
	return rows.map(({ source }) => source);
}

/** Deletes a key, and turns its source off. */
export async function removeKey({ database }: Context, ownerId: string, source: PaidSourceId): Promise<void> {
	await database.transaction(async () => {
		const { paidSources } = await readSettings(database, { ownerId }, enrichmentSettings);
		const change = { paidSources: paidSources.filter((id) => id !== source) };
		await updateSettings(database, { ownerId }, enrichmentSettings, change);
		await database.exec("delete from enrichment_keys where owner_id = $1 and source = $2", [ownerId, source]);
	});
}

const contextOf = (ownerId: string, source: PaidSourceId): string => `${ownerId}/enrichment/${source}`;
