import { type Database, toSqlJson } from "#kernel/database.ts";
import { badCursor, notFound } from "#kernel/errors.ts";
import type { Report, Summary } from "../contract.ts";

/** Analyses that a user keeps; older ones are deleted. */
const KEPT = 1_000;

/** Stores an analysis. */
export async function storeReport(database: Database, ownerId: string, report: Report): Promise<void> {
	const { id, subject, domain, trust, reputation, analyzedAt } = report;
	await database.exec(
		`insert into spam_analyses (owner_id, id, subject, domain, trust_score, reputation_score, report, analyzed_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[ownerId, id, subject, domain, trust.score, reputation.score, toSqlJson(report), analyzedAt],
	);
	await database.exec(
		`delete from spam_analyses where owner_id = $1 and (analyzed_at, id) <= (
			select analyzed_at, id from spam_analyses where owner_id = $1 order by analyzed_at desc, id desc offset $2 limit 1)`,
		[ownerId, KEPT],
	);
}

/** Past analyses, newest first. @throws AppError 400 `bad-cursor` */
export async function listReports(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Summary[]; nextCursor: string | null }> {
	const [, at, after] = cursor === undefined ? [] : (/^([\dT:.Z-]{24})\/([\da-f-]{36})$/.exec(cursor) ?? []);
	if (cursor !== undefined && (at === undefined || after === undefined)) throw badCursor();
	const rows = await database.query<Omit<Summary, "analyzedAt"> & { at: Date }>(
		`select id, subject, domain, trust_score as "trustScore", reputation_score as "reputationScore", analyzed_at as at
		from spam_analyses
		where owner_id = $1 and ($2::timestamptz is null or (analyzed_at, id) < ($2, $3::uuid))
		order by analyzed_at desc, id desc limit $4`,
		[ownerId, at ?? null, after ?? null, limit + 1],
	);
	const items = rows.slice(0, limit).map(({ at: time, ...row }) => ({ ...row, analyzedAt: time.toISOString() }));
	const last = items.at(-1);
	const hasMore = rows.length > limit && last !== undefined;
	return { items, nextCursor: hasMore ? `${last.analyzedAt}/${last.id}` : null };
}

/** @throws AppError 404 */
export async function getReport(database: Database, ownerId: string, id: string): Promise<Report> {
	const row = await database.one<{ report: Report }>(
		"select report from spam_analyses where owner_id = $1 and id = $2",
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The analysis");
	return row.report;
}

/** The latest analysis of a domain since a time; null: there is none. */
export async function findReport(
	database: Database,
	ownerId: string,
	{ domain, since }: { domain: string; since: Date },
): Promise<Report | null> {
	const row = await database.one<{ report: Report }>(
		`select report from spam_analyses where owner_id = $1 and domain = $2 and analyzed_at >= $3
		order by analyzed_at desc limit 1`,
		[ownerId, domain, since],
	);
	return row?.report ?? null;
}

/** @param id null: all @throws AppError 404 */
export async function deleteReports(database: Database, ownerId: string, id: string | null): Promise<void> {
	const rows = await database.query(
		"delete from spam_analyses where owner_id = $1 and ($2::uuid is null or id = $2) returning id",
		[ownerId, id],
	);
	if (id !== null && rows.length === 0) throw notFound("The analysis");
}
