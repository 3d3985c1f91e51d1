import { z } from "zod";
import { cutPage, type Database, type KeyPage, readCursor } from "#kernel/database.ts";
import { CONTACTS, patternOf } from "./query.ts";

interface Organization {
	organization: string;
	company: string | null;
	contacts: number;
	receivedCount: number;
	sentCount: number;
	lastContactAt: string | null;
}

/** When the last contact was, and the organization. */
const cursorKey = z.tuple([z.iso.datetime().nullable(), z.string().regex(/^[^\0]*$/)]);

/** Organizations of people, most recent contact first. @throws AppError 400 `bad-cursor` */
export async function listOrganizations(
	database: Database,
	ownerId: string,
	{ q, limit, cursor }: { q?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<KeyPage<Organization>> {
	const after = readCursor(cursor, cursorKey);
	const rows = await database.query<Omit<Organization, "lastContactAt"> & { last: Date | null; total: number }>(
		`with ${CONTACTS}, organizations as materialized (
			select organization, max(company) as company, count(*)::int as contacts, sum(received_count)::int as "receivedCount",
				sum(sent_count)::int as "sentCount", max(last_contact_at) as last
			from contacts where organization <> '' and not is_automated
				and ($2::text is null or organization ilike $2 or company ilike $2)
			group by organization
		)
		select o.*, (select count(*)::int from organizations) as total from organizations o
		where $3::text is null or (coalesce(last, '-infinity') < $4::timestamptz
			or (coalesce(last, '-infinity') = $4 and organization > $3))
		order by last desc nulls last, organization limit $5`,
		[ownerId, patternOf(q), after?.[1] ?? null, after?.[0] ?? "-infinity", limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, ({ last, organization }) => [last, organization]);
	return {
		items: page.map(({ last, total: _, ...row }) => ({ ...row, lastContactAt: last?.toISOString() ?? null })),
		total: rows[0]?.total ?? 0,
		nextCursor,
	};
}
