import type { Database } from "#kernel/database.ts";
import { findPerson } from "#kernel/people.ts";
import type { Passport } from "../contract.ts";
import type { AnalysisContext } from "./analyze.ts";
import { checkLookAlike } from "./checks/look-alike.ts";
import { checkProvider } from "./checks/provider.ts";
import { readKnownDomains, readOwnMail } from "./own-mail.ts";
import { readSubject } from "./subject.ts";

/** What the user's own mail shows about a sender; nobody is asked. @throws AppError as `readSubject` */
export async function readPassport(ctx: AnalysisContext, ownerId: string, text: string): Promise<Passport> {
	const { database } = ctx;
	const sender = readSubject(text);
	const address = sender.address ?? sender.domain;
	const [person, { mail }, known, totals, analysis] = await Promise.all([
		findPerson(database, ownerId, address),
		readOwnMail(ctx, ownerId, sender),
		readKnownDomains(database, ownerId),
		readTotals(database, ownerId, address),
		readLatest(database, ownerId, sender.domain),
	]);
	const findings = [checkProvider(sender.domain), checkLookAlike(sender.domain, known)];
	return {
		...{ address, domain: sender.domain, name: person?.name || totals.name, organization: person?.organization ?? "" },
		findings: findings.map(({ state, detail }) => ({ state, detail })),
		...{ mail, read: totals.read, bytes: totals.bytes, analysis },
	};
}

interface Totals {
	name: string;
	read: number;
	bytes: number;
}

async function readTotals(database: Database, ownerId: string, address: string): Promise<Totals> {
	const [row] = await database.query<Totals>(
		`select coalesce((array_agg(s.sender_name order by s.last_date desc))[1], '') as name,
			coalesce(sum(s.read_count) filter (where s.folder_role not in ('spam', 'trash')), 0)::int as read,
			coalesce(sum(s.size_bytes), 0)::float8 as bytes
		from mail_accounts_v1 a join mail_sender_stats_v1 s
			on s.owner_id = $1 and s.account_id = a.id and s.sender_email = $2
		where a.owner_id = $1 and s.email_count > 0`,
		[ownerId, address],
	);
	return row ?? { name: "", read: 0, bytes: 0 };
}

async function readLatest(database: Database, ownerId: string, domain: string): Promise<Passport["analysis"]> {
	const [row] = await database.query<{ id: string; trustScore: number | null; at: Date }>(
		`select id, trust_score as "trustScore", analyzed_at as at from spam_analyses
		where owner_id = $1 and domain = $2 order by analyzed_at desc limit 1`,
		[ownerId, domain],
	);
	return row === undefined ? null : { id: row.id, trustScore: row.trustScore, analyzedAt: row.at.toISOString() };
}
