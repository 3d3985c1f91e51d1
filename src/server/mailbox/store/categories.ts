import type { Database, Queryable } from "../../db/database.ts";
import type { RemoteMessage } from "../provider.ts";

/** Why a message is in a category that its provider told. Whoever puts it into another one gives another reason. */
export const PROVIDER_WHY = "The mail provider put it there.";

/** What a new message begins with. */
export function categoryRow({ category = null }: Pick<RemoteMessage, "category">): {
	category: string | null;
	category_why: string | null;
} {
	return { category, category_why: category === null ? null : PROVIDER_WHY };
}

/**
 * Puts known messages where their provider has them now, save those that somebody here has put elsewhere.
 * @param told messages whose provider tells categories apart
 * @returns provider ids of those that changed
 */
export async function followCategories(
	database: Database,
	tx: Queryable,
	ownerId: string,
	accountId: string,
	told: readonly Pick<RemoteMessage, "id" | "category">[],
): Promise<Set<string>> {
	if (told.length === 0) return new Set();
	const rows = await database.query<{ provider_id: string }>(
		`update emails e set category = n.category, category_why = case when n.category is not null then $5 end
		from unnest($3::text[], $4::text[]) as n (provider_id, category)
		where e.owner_id = $1 and e.account_id = $2 and e.provider_id = n.provider_id
			and e.category is distinct from n.category and (e.category_why is null or e.category_why = $5)
		returning e.provider_id`,
		[ownerId, accountId, told.map(({ id }) => id), told.map(({ category = null }) => category), PROVIDER_WHY],
		tx,
	);
	return new Set(rows.map((row) => row.provider_id));
}
