import { z } from "zod";
import { cutPage, type Database, type KeyPage, readCursor, timeKey } from "#kernel/database.ts";
import type { DmarcOverview } from "../../dmarc.ts";

type Source = DmarcOverview["sources"][number];
type Report = DmarcOverview["reports"][number];
type Unreadable = DmarcOverview["unreadable"][number];

/** Reports of a period about a domain. */
export interface DmarcScope {
	ownerId: string;
	domain: string;
	since: Date;
}

export interface PageRequest {
	limit: number;
	cursor?: string | undefined;
}

/** Each report once, also when two mailboxes got it. */
export const REPORTS = `select distinct on (organization, report_id, begins) * from dmarc_reports
	where owner_id = $1 and domain = $2 and begins >= $3 order by organization, report_id, begins, email_id`;

/** Emails, and the address. */
const sourceKey = z.tuple([z.number(), z.string().regex(/^[^\0]*$/)]);

/** Most emails first. @throws AppError 400 `bad-cursor` */
export async function listSources(
	database: Database,
	{ ownerId, domain, since }: DmarcScope,
	{ limit, cursor }: PageRequest,
): Promise<KeyPage<Source>> {
	const [emails = null, ip = null] = readCursor(cursor, sourceKey) ?? [];
	const rows = await database.query<Source & { total: number }>(
		`select * from (
			select s.ip, sum(s.emails)::float8 as emails,
				coalesce(sum(s.emails) filter (where s.dkim or s.spf), 0)::float8 as passed,
				coalesce(sum(s.emails) filter (where s.dkim), 0)::float8 as dkim,
				coalesce(sum(s.emails) filter (where s.spf), 0)::float8 as spf,
				coalesce(sum(s.emails) filter (where s.disposition = 'quarantine'), 0)::float8 as quarantined,
				coalesce(sum(s.emails) filter (where s.disposition = 'reject'), 0)::float8 as rejected,
				array_agg(distinct r.organization) as reporters,
				(array_agg(s.sender order by s.emails desc, s.sender) filter (where s.sender is not null))[1] as sender,
				count(*) over ()::int as total
			from (${REPORTS}) r join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by s.ip
		) listed where $4::float8 is null or emails < $4 or (emails = $4 and ip > $5::text)
		order by emails desc, ip limit $6`,
		[ownerId, domain, since, emails, ip, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.emails, row.ip]);
	return { items: page, total: rows[0]?.total ?? 0, nextCursor };
}

/** Newest first. @throws AppError 400 `bad-cursor` */
export async function listReports(
	database: Database,
	{ ownerId, domain, since }: DmarcScope,
	{ limit, cursor }: PageRequest,
): Promise<KeyPage<Report>> {
	const [begins = null, emailId = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<Omit<Report, "begins" | "ends"> & { begins: Date; ends: Date; total: number }>(
		`select * from (
			select r.email_id as "emailId", r.organization, r.begins, r.ends, r.policy,
				coalesce(sum(s.emails), 0)::float8 as emails, count(*) over ()::int as total
			from (${REPORTS}) r left join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by r.email_id, r.organization, r.begins, r.ends, r.policy
		) listed where $4::timestamptz is null or (begins, "emailId") < ($4, $5::uuid)
		order by begins desc, "emailId" desc limit $6`,
		[ownerId, domain, since, begins, emailId, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.begins, row.emailId]);
	return {
		items: page.map(({ total: _, ...row }) => ({
			...{ ...row, begins: row.begins.toISOString(), ends: row.ends.toISOString() },
		})),
		total: rows[0]?.total ?? 0,
		nextCursor,
	};
}

/** Emails of any domain whose report can't be read, newest first. @throws AppError 400 `bad-cursor` */
export async function listUnreadable(
	database: Database,
	ownerId: string,
	{ limit, cursor }: PageRequest,
): Promise<KeyPage<Unreadable>> {
	const [emailId = null] = readCursor(cursor, z.tuple([z.uuid()])) ?? [];
	const rows = await database.query<Omit<Unreadable, "receivedAt"> & { receivedAt: Date | null; total: number }>(
		`select * from (
			select r.email_id as "emailId", coalesce(m.subject, '') as subject, m.received_date as "receivedAt", r.problem,
				count(*) over ()::int as total
			from dmarc_reports r left join mail_messages_v1 m
				on m.owner_id = $1 and m.account_id = r.account_id and m.id = r.email_id
			where r.owner_id = $1 and r.problem is not null
		) listed where $2::uuid is null or "emailId" < $2 order by "emailId" desc limit $3`,
		[ownerId, emailId, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.emailId]);
	return {
		items: page.map(({ total: _, receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt?.toISOString() ?? null })),
		total: rows[0]?.total ?? 0,
		nextCursor,
	};
}
