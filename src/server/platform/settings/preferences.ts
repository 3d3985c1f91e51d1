import type { Preferences } from "#shared/contracts/settings.ts";
import type { Database } from "../../db/database.ts";

const defaults: Preferences = { mailOnFailedSync: true };

/** A user's preferences, with defaults for those never set. */
export async function readPreferences(database: Database, ownerId: string): Promise<Preferences> {
	const [row] = await database.query<{ preferences: Partial<Preferences> }>(
		"select preferences from user_settings where owner_id = $1",
		[ownerId],
	);
	return { ...defaults, ...row?.preferences };
}

/** Updates some preferences. @returns all of them */
export async function writePreferences(
	database: Database,
	ownerId: string,
	change: { [K in keyof Preferences]?: Preferences[K] | undefined },
): Promise<Preferences> {
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	const [row] = await database.query<{ preferences: Partial<Preferences> }>(
		`insert into user_settings as s (owner_id, preferences) values ($1, $2)
		on conflict (owner_id) do update set preferences = s.preferences || excluded.preferences, updated_at = now()
		returning preferences`,
		[ownerId, JSON.stringify(given)],
	);
	return { ...defaults, ...row?.preferences };
}
