import type { Database } from "#kernel/database.ts";
import { countedIn, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { Overview } from "../contract.ts";
import type { Span } from "./buckets.ts";
import { sumOfBytes } from "./figures.ts";
import type { Scope } from "./scope.ts";

/** Who sends most. */

type Senders = NonNullable<Overview["top_senders"]>;

const TOP_SENDERS = 10;
/** Of these, the ones with most mail of all time, the counts in a long range are read first. */
const CANDIDATES = 200;
/** Senders with no more than this in a folder are most of all senders, and hardly ever among the first. */
const RARE = 10;
const RECEIVED = "owner_id = $1 and account_id = any($2::uuid[]) and folder_role = any($3::text[])";
const LONG_MS = 2 * 365 * 86_400_000;

/** Senders of received mail, all time. */
export function readTopSenders(database: Database, scope: Scope): Promise<Senders> {
	return readTop(database, scope, { from: "mail_sender_stats_v1", where: `${RECEIVED} and sender_email <> ''` }, []);
}

/**
 * Senders of the mail received in a range. Over years, adding up every sender takes most of the time of the charts;
 * hardly ever one comes first who is not among the first of all time.
 * @param first so many of these are looked at first, of those with more emails than `rare` in a folder
 */
export async function readSenders(
	database: Database,
	scope: Scope,
	span: Span,
	first = { candidates: CANDIDATES, rare: RARE },
): Promise<Senders> {
	if (Date.parse(span.until) - Date.parse(span.from) < LONG_MS) return readSendersIn(database, scope, span, null);
	const known = await database.query<{ email: string; count: number }>(
		`select sender_email as email, sum(email_count)::int as count from mail_sender_stats_v1
		where ${RECEIVED} and sender_email <> '' and email_count > $4 group by 1 order by 2 desc, 1 limit $5`,
		[scope.ownerId, scope.accountIds, RECEIVED_ROLES, first.rare, first.candidates + 1],
	);
	const emails = known.slice(0, first.candidates).map(({ email }) => email);
	const senders = await readSendersIn(database, scope, span, emails);
	// No other sender has more mail than this of all time.
	const most = (known[first.candidates]?.count ?? 0) + first.rare * scope.accountIds.length * RECEIVED_ROLES.length;
	const last = senders[TOP_SENDERS - 1]?.count ?? 0;
	return last > most ? senders : readSendersIn(database, scope, span, null);
}

/** @param emails of these senders; null: of all */
function readSendersIn(
	database: Database,
	scope: Scope,
	{ from, until }: Span,
	emails: readonly string[] | null,
): Promise<Senders> {
	const counted = countedIn({ ...scope, from: new Date(from), until: new Date(until), firstParameter: 4 });
	const where = emails === null ? "sender_email <> ''" : `sender_email = any($${4 + counted.values.length}::text[])`;
	const values = emails === null ? counted.values : [...counted.values, emails];
	return readTop(database, scope, { from: `${counted.text} c`, where }, values);
}

/**
 * The first senders of rows with counts, most emails first, with their names.
 * @param counts.where may use `RECEIVED`
 * @param values from `$4` on
 */
function readTop(
	database: Database,
	{ ownerId, accountIds }: Scope,
	counts: { from: string; where: string },
	values: readonly unknown[],
): Promise<Senders> {
	// Names of the first ones alone: to sort those of all senders would take most of the time.
	return database.query(
		`select t.email, coalesce(n.name, '') as name, t.count, t.bytes from (
			select sender_email as email, sum(email_count)::int as count, ${sumOfBytes("size_bytes")}::bigint as bytes
			from ${counts.from} where ${counts.where} group by 1 order by 2 desc, 1 limit ${TOP_SENDERS}
		) t left join lateral (
			select sender_name as name from mail_sender_stats_v1 where ${RECEIVED} and sender_email = t.email
			order by last_date desc limit 1
		) n on true order by t.count desc, t.email`,
		[ownerId, accountIds, RECEIVED_ROLES, ...values],
	);
}
