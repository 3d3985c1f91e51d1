import type { Database, KeyPage } from "#kernel/database.ts";
import type { DmarcOverview } from "../../dmarc.ts";
import { type DmarcScope, listReports, listSources, listUnreadable, type PageRequest, REPORTS } from "./lists.ts";

const DAY_MS = 86_400_000;
/** Rows of an overview; the lists have all of them. */
const SHOWN = { sources: 500, emails: 100 };

interface DmarcQuery {
	/** Absent: the one with the latest report. */
	domain?: string | undefined;
	days: number;
	now: number;
}

function sinceOf({ days, now }: DmarcQuery): Date {
	return new Date(Math.floor(now / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
}

function domainsOf(database: Database, ownerId: string): Promise<DmarcOverview["domains"]> {
	return database.query(
		`select domain, count(distinct (organization, report_id, begins))::int as reports from dmarc_reports
		where owner_id = $1 and domain is not null group by domain order by max(ends) desc, domain`,
		[ownerId],
	);
}

/** What the reports of a period say about a domain. @param shown how many rows of its lists it has */
export async function readDmarcOverview(
	database: Database,
	ownerId: string,
	query: DmarcQuery,
	shown = SHOWN,
): Promise<DmarcOverview> {
	const since = sinceOf(query);
	const domains = await domainsOf(database, ownerId);
	const unreadable = await listUnreadable(database, ownerId, { limit: shown.emails });
	const domain = query.domain ?? domains[0]?.domain ?? null;
	const base = { domains, domain, since: since.toISOString() };
	const rest = { unreadable: unreadable.items, unreadableTotal: unreadable.total };
	if (domain === null) return { ...base, days: [], sources: [], sourceTotal: 0, reports: [], reportTotal: 0, ...rest };
	const scope = { ownerId, domain, since };
	const [days, sources, reports] = await Promise.all([
		database.query<DmarcOverview["days"][number]>(
			`select to_char(r.begins at time zone 'UTC', 'YYYY-MM-DD') as day,
				coalesce(sum(s.emails) filter (where s.dkim or s.spf), 0)::float8 as passed,
				coalesce(sum(s.emails) filter (where not s.dkim and not s.spf), 0)::float8 as failed
			from (${REPORTS}) r join dmarc_sources s
				on s.owner_id = $1 and s.account_id = r.account_id and s.email_id = r.email_id
			group by 1 order by 1`,
			[ownerId, domain, since],
		),
		listSources(database, scope, { limit: shown.sources }),
		listReports(database, scope, { limit: shown.emails }),
	]);
	return {
		...{ ...base, days, sources: sources.items, sourceTotal: sources.total },
		...{ reports: reports.items, reportTotal: reports.total, ...rest },
	};
}

/** A page of a list about a domain. */
export async function readDmarcList<Item>(
	database: Database,
	ownerId: string,
	query: DmarcQuery & PageRequest,
	list: (database: Database, scope: DmarcScope, page: PageRequest) => Promise<KeyPage<Item>>,
): Promise<KeyPage<Item>> {
	const domain = query.domain ?? (await domainsOf(database, ownerId))[0]?.domain;
	if (domain === undefined) return { items: [], total: 0, nextCursor: null };
	return list(database, { ownerId, domain, since: sinceOf(query) }, query);
}
