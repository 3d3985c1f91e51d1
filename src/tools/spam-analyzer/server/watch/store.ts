import { type Database, toSqlJson } from "#kernel/database.ts";
import { AppError, notFound } from "#kernel/errors.ts";
import { newId } from "#shared/ids.ts";
import type { DomainChange, Watch, WatchInterval } from "../../contract.ts";
import type { Known } from "./compare.ts";

/** Domains that a user can watch. */
const MAX_WATCHES = 200;
/** Changes of a domain that are listed; older ones are deleted. */
const KEPT_CHANGES = 50;

export interface WatchRow {
	domain: string;
	subject: string;
	mails: boolean;
	known: Known;
	/** The latest analysis; null: none yet. */
	analysisId: string | null;
}

/** Starts watching, or changes how. @throws AppError 409 `too-many-watches` */
export async function saveWatch(
	database: Database,
	watch: { ownerId: string; domain: string; subject: string; every: WatchInterval; mails: boolean; now: number },
	most = MAX_WATCHES,
): Promise<void> {
	const { ownerId, domain, subject, every, mails, now } = watch;
	const saved = await database.query(
		`insert into watched_domains as w (owner_id, domain, subject, every, mails, created_at)
		select $1, $2, $3, $4, $5, $6
		where (select count(*) from watched_domains where owner_id = $1 and domain <> $2) < $7
		on conflict (owner_id, domain) do update set subject = excluded.subject, every = excluded.every, mails = excluded.mails
		returning domain`,
		[ownerId, domain, subject, every, mails, new Date(now), most],
	);
	if (saved.length === 0)
		throw new AppError(409, "too-many-watches", `You can watch ${most} domains. Stop watching another one first.`);
}

/** @returns null: not watched */
export async function readWatch(database: Database, ownerId: string, domain: string): Promise<WatchRow | null> {
	const row = await database.one<WatchRow>(
		`select domain, subject, mails, known, analysis_id as "analysisId" from watched_domains where owner_id = $1 and domain = $2`,
		[ownerId, domain],
	);
	return row ?? null;
}

/** Stores what an analysis of a watched domain found. @returns whether it is still watched */
export async function recordCheck(
	database: Database,
	ownerId: string,
	found: { domain: string; known: Known; changes: readonly DomainChange[]; analysisId: string; now: number },
): Promise<boolean> {
	const { domain, known, changes, analysisId, now } = found;
	return database.transaction(async () => {
		const watched = await database.query(
			`update watched_domains set known = $3, analysis_id = $4, checked_at = $5
			where owner_id = $1 and domain = $2 returning domain`,
			[ownerId, domain, toSqlJson(known), analysisId, new Date(now)],
		);
		if (watched.length === 0 || changes.length === 0) return watched.length > 0;
		await database.exec(
			"insert into domain_changes (owner_id, id, domain, found_at, changes) values ($1, $2, $3, $4, $5)",
			[ownerId, newId(), domain, new Date(now), toSqlJson(changes)],
		);
		await database.exec(
			`delete from domain_changes where owner_id = $1 and domain = $2 and id in (
				select id from domain_changes where owner_id = $1 and domain = $2 order by found_at desc, id desc offset $3)`,
			[ownerId, domain, KEPT_CHANGES],
		);
		return true;
	});
}

interface ListedRow extends Omit<Watch, "checkedAt" | "changes"> {
	checkedAt: Date | null;
}

interface ChangeRow {
	id: string;
	domain: string;
	foundAt: Date;
	isNew: boolean;
	changes: DomainChange[];
}

/** Watched domains, those with the latest changes first. */
export async function listWatches(database: Database, ownerId: string): Promise<Watch[]> {
	const [rows, changes] = await Promise.all([
		database.query<ListedRow>(
			`select w.domain, w.subject, w.every, w.mails, w.checked_at as "checkedAt", a.id as "analysisId",
				a.trust_score as "trustScore"
			from watched_domains w left join spam_analyses a on a.owner_id = $1 and a.id = w.analysis_id
			where w.owner_id = $1 order by w.domain`,
			[ownerId],
		),
		database.query<ChangeRow>(
			`select id, domain, found_at as "foundAt", seen_at is null as "isNew", changes from domain_changes
			where owner_id = $1 order by found_at desc, id desc`,
			[ownerId],
		),
	]);
	const latest = (domain: string): number => changes.find((one) => one.domain === domain)?.foundAt.getTime() ?? 0;
	return rows
		.sort((a, b) => latest(b.domain) - latest(a.domain))
		.map((row) => ({
			...row,
			checkedAt: row.checkedAt?.toISOString() ?? null,
			changes: changes
				.filter(({ domain }) => domain === row.domain)
				.map(({ domain: _domain, foundAt, ...rest }) => ({ ...rest, foundAt: foundAt.toISOString() })),
		}));
}

/** Changes that the user has not seen. */
export async function countNew(database: Database, ownerId: string): Promise<number> {
	const row = await database.one<{ count: number }>(
		"select count(*)::int as count from domain_changes where owner_id = $1 and seen_at is null",
		[ownerId],
	);
	return row?.count ?? 0;
}

/** Marks all changes as seen. */
export async function markSeen(database: Database, ownerId: string, now: number): Promise<void> {
	await database.exec("update domain_changes set seen_at = $2 where owner_id = $1 and seen_at is null", [
		ownerId,
		new Date(now),
	]);
}

/** @throws AppError 404 */
export async function deleteWatch(database: Database, ownerId: string, domain: string): Promise<void> {
	const rows = await database.query(
		"delete from watched_domains where owner_id = $1 and domain = $2 returning domain",
		[ownerId, domain],
	);
	if (rows.length === 0) throw notFound("The watched domain");
	await database.exec("delete from domain_changes where owner_id = $1 and domain = $2", [ownerId, domain]);
}
