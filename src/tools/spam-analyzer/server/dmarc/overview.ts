import type { Database } from "#kernel/database.ts";
import type { DmarcOverview } from "../../dmarc.ts";

const DAY_MS = 86_400_000;
const MAX_SOURCES = 500;
const MAX_REPORTS = 100;

/** Each report once, also when two mailboxes got it. */
const REPORTS = `select distinct on (organization, report_id, begins) * from dmarc_reports
	where owner_id = $1 and domain = $2 and begins >= $3 order by organization, report_id, begins, email_id`;

/** What the reports of a period say about a domain. @param query.domain absent: the one with the latest report */
export async function readDmarcOverview(
	database: Database,
	ownerId: string,
	{ domain: wanted, days, now }: { domain: string | undefined; days: number; now: number },
): Promise<DmarcOverview> {
	const since = new Date(Math.floor(now / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
	const domains = await database.query<{ domain: string; reports: number }>(
		`select domain, count(distinct (organization, report_id, begins))::int as reports from dmarc_reports
		where owner_id = $1 and domain is not null group by domain order by max(ends) desc, domain`,
		[ownerId],
	);
	const unreadable = await database.query<{ emailId: string; problem: string }>(
		`select email_id as "emailId", problem from dmarc_reports where owner_id = $1 and problem is not null
		order by email_id desc limit ${MAX_REPORTS}`,
		[ownerId],
	);
	const domain = wanted ?? domains[0]?.domain ?? null;
	if (domain === null)
		return { domains, domain, since: since.toISOString(), days: [], sources: [], reports: [], unreadable };
	const values = [ownerId, domain, since];
	const [byDay, sources, reports] = await Promise.all([
		database.query<DmarcOverview["days"][number]>(
			`select to_char(r.begins at time zone 'UTC', 'YYYY-MM-DD') as day,
				coalesce(sum(s.emails) filter (where s.dkim or s.spf), 0)::float8 as passed,
				coalesce(sum(s.emails) filter (where not s.dkim and not s.spf), 0)::float8 as failed
			from (${REPORTS}) r join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by 1 order by 1`,
			values,
		),
		database.query<DmarcOverview["sources"][number]>(
			`select s.ip, sum(s.emails)::float8 as emails,
				coalesce(sum(s.emails) filter (where s.dkim or s.spf), 0)::float8 as passed,
				coalesce(sum(s.emails) filter (where s.dkim), 0)::float8 as dkim,
				coalesce(sum(s.emails) filter (where s.spf), 0)::float8 as spf,
				coalesce(sum(s.emails) filter (where s.disposition = 'quarantine'), 0)::float8 as quarantined,
				coalesce(sum(s.emails) filter (where s.disposition = 'reject'), 0)::float8 as rejected,
				array_agg(distinct r.organization) as reporters,
				(array_agg(s.sender order by s.emails desc, s.sender) filter (where s.sender is not null))[1] as sender
			from (${REPORTS}) r join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by s.ip order by 2 desc, s.ip limit ${MAX_SOURCES}`,
			values,
		),
		database.query<Omit<DmarcOverview["reports"][number], "begins" | "ends"> & { begins: Date; ends: Date }>(
			`select r.email_id as "emailId", r.organization, r.begins, r.ends, r.policy, coalesce(sum(s.emails), 0)::float8 as emails
			from (${REPORTS}) r left join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by r.email_id, r.organization, r.begins, r.ends, r.policy order by r.begins desc, r.email_id limit ${MAX_REPORTS}`,
			values,
		),
	]);
	return {
		...{ domains, domain, since: since.toISOString(), days: byDay, sources, unreadable },
		reports: reports.map((one) => ({ ...one, begins: one.begins.toISOString(), ends: one.ends.toISOString() })),
	};
}
