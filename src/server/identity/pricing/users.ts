import type { OperatorUser } from "#shared/contracts/pricing.ts";
import type { Database } from "../../db/database.ts";

interface Page {
	/** Part of a name or an email address. */
	q?: string | undefined;
	/** The last email address of the previous page. */
	after?: string | undefined;
	limit: number;
}

/** Users with the plan assigned to each, by email address. */
export async function listUsers(
	database: Database,
	{ q = "", after, limit }: Page,
): Promise<{ items: OperatorUser[]; nextAfter: string | null }> {
	const pattern = q.trim() === "" ? null : `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
	const rows = await database.query<Omit<OperatorUser, "createdAt"> & { createdAt: Date }>(
		`select u.id, u.name, u.email, u.created_at as "createdAt", p.plan_id as "planId"
		from users u left join user_plans p on p.owner_id = u.id
		where ($1::text is null or u.email ilike $1 or u.name ilike $1) and ($2::text is null or u.email > $2)
		order by u.email limit $3`,
		[pattern, after ?? null, limit + 1],
	);
	const items = rows.slice(0, limit).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
	return { items, nextAfter: rows.length > limit ? (items.at(-1)?.email ?? null) : null };
}
