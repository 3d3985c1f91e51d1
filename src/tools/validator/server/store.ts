import { parseAddress } from "#kernel/addresses.ts";
import type { Database } from "#kernel/database.ts";
import { toSqlJson } from "#kernel/database.ts";
import { badCursor, notFound } from "#kernel/errors.ts";
import { newId } from "#shared/ids.ts";
import type { Check, DetailedVerdict, Flag, StoredVerdict } from "../contract.ts";
import { deliverableOf, isValid, meaningOf, type Reason, type Status } from "../reasons.ts";
import { addressChecks, type OwnMailFinding } from "./address-checks.ts";
import type { DomainFacts } from "./domain/check-domain.ts";
import { type ProbeResult, readProbes } from "./smtp/store.ts";
import { domainChecks, type Outcome } from "./validator.ts";

/** The SQL of the verdicts. */

interface Row {
	id: string;
	email: string;
	status: Status;
	reason: Reason;
	score: number;
	domain: string | null;
	mx_record: boolean | null;
	spf_valid: boolean | null;
	dkim_valid: boolean | null;
	suggestion: string | null;
	flags: Flag[];
	own_mail: OwnMailFinding | null;
	checked_at: Date;
}

/** Evidence that is stored: each is written once, however many addresses a domain has. */
const storedFacts = new WeakSet<DomainFacts>();

/** Longer entries can't be addresses and are not kept. */
const MAX_LENGTH = 320;

/**
 * Stores verdicts, with their history where they changed. The same again only updates the date.
 */
export async function recordVerdicts(
	{ database, now }: { database: Database; now(): number },
	ownerId: string,
	outcomes: readonly Outcome[],
): Promise<void> {
	const byAddress = new Map<string, Outcome>();
	for (const outcome of outcomes)
		if (outcome.address.length <= MAX_LENGTH && outcome.address !== "") byAddress.set(outcome.address, outcome);
	const domains = new Map(
		[...byAddress.values()].flatMap(({ domain }) =>
			domain === null || storedFacts.has(domain) ? [] : [[domain.domain, domain] as const],
		),
	);
	// Sorted, so that concurrent calls lock rows in the same order.
	const kept = [...byAddress.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
	const evidence = [...domains.values()].sort((a, b) => (a.domain < b.domain ? -1 : 1));
	await database.transaction(async () => {
		if (evidence.length > 0)
			await database.exec(
				`insert into validated_domains as d (owner_id, domain, checks, checked_at)
				select $1, domain, checks, $3 from json_to_recordset($2::json) as n (domain text, checks jsonb)
				on conflict (owner_id, domain) do update set checks = excluded.checks, checked_at = excluded.checked_at`,
				[ownerId, toSqlJson(evidence.map(({ domain, checks }) => ({ domain, checks }))), new Date(now())],
			);
		if (kept.length > 0) await upsert(database, ownerId, kept, now());
	});
	for (const facts of evidence) storedFacts.add(facts);
}

async function upsert(database: Database, ownerId: string, outcomes: readonly Outcome[], now: number): Promise<void> {
	const rows = outcomes.map(({ address, ownMail, verdict }) => ({
		...{ id: newId(now), email: address, status: verdict.status, reason: verdict.reason, score: verdict.score },
		...{ domain: verdict.domain, mx_record: verdict.mxRecord, spf_valid: verdict.spfValid },
		...{ dkim_valid: verdict.dkimValid, suggestion: verdict.suggestion, flags: verdict.flags, own_mail: ownMail },
		checked_at: verdict.checkedAt,
	}));
	await database.exec(
		`with given as materialized (
			select * from json_to_recordset($2::json) as n (id uuid, email text, status text, reason text, score integer,
				domain text, mx_record boolean, spf_valid boolean, dkim_valid boolean, suggestion text, flags text[],
				own_mail jsonb, checked_at timestamptz)
		), before as materialized (
			select email, status, reason from validated_emails where owner_id = $1 and email = any($3::text[])
		), stored as (
			insert into validated_emails as v (owner_id, id, email, status, reason, score, domain, mx_record, spf_valid,
				dkim_valid, suggestion, flags, own_mail, checked_at)
			select $1, id, email, status, reason, score, domain, mx_record, spf_valid, dkim_valid, suggestion, flags,
				own_mail, checked_at from given
			on conflict (owner_id, email) do update set status = excluded.status, reason = excluded.reason,
				score = excluded.score, domain = excluded.domain, mx_record = excluded.mx_record,
				spf_valid = excluded.spf_valid, dkim_valid = excluded.dkim_valid, suggestion = excluded.suggestion,
				flags = excluded.flags, own_mail = excluded.own_mail, checked_at = excluded.checked_at
			returning id, email, status, reason, score, checked_at
		)
		insert into validated_email_history (owner_id, email_id, checked_at, status, reason, score)
		select $1, s.id, s.checked_at, s.status, s.reason, s.score from stored s left join before b on b.email = s.email
		where b.email is null or b.status <> s.status or b.reason <> s.reason
		on conflict do nothing`,
		[ownerId, toSqlJson(rows), outcomes.map(({ address }) => address)],
	);
}

interface ListQuery {
	q?: string | undefined;
	status?: Status | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** Newest first. @throws AppError 400 `bad-cursor` */
export async function listVerdicts(
	database: Database,
	ownerId: string,
	{ q = "", status, limit, cursor }: ListQuery,
): Promise<{ items: StoredVerdict[]; nextCursor: string | null }> {
	const after = cursor === undefined ? null : readCursor(cursor);
	const pattern = q.trim() === "" ? null : `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
	const rows = await database.query<Row & { at: string }>(
		`select *, checked_at::text as at from validated_emails
		where owner_id = $1 and ($2::text is null or email ilike $2) and ($3::text is null or status = $3)
			and ($4::timestamptz is null or (checked_at, id) < ($4, $5::uuid))
		order by checked_at desc, id desc limit $6`,
		[ownerId, pattern, status ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const nextCursor = rows.length > limit && last ? Buffer.from(`${last.at} ${last.id}`).toString("base64url") : null;
	return { items: page.map((row) => ({ id: row.id, ...present(row) })), nextCursor };
}

/** One verdict with its checks and history. @param by its id, or the address as stored @throws AppError 404 */
export async function getVerdict(database: Database, ownerId: string, by: { id?: string; address?: string }) {
	const row = await database.one<Row & { domain_checks: Check[] | null }>(
		`select v.*, d.checks as domain_checks from validated_emails v
		left join validated_domains d on d.owner_id = v.owner_id and d.domain = v.domain
		where v.owner_id = $1 and ($2::uuid is null or v.id = $2) and ($3::text is null or v.email = $3)`,
		[ownerId, by.id ?? null, by.address ?? null],
	);
	if (row === undefined) throw notFound("The verdict");
	const history = await database.query<Pick<Row, "status" | "reason" | "score" | "checked_at">>(
		`select status, reason, score, checked_at from validated_email_history
		where owner_id = $1 and email_id = $2 order by checked_at desc limit 100`,
		[ownerId, row.id],
	);
	const probe = (await readProbes(database, ownerId, [row.email]))(row.email);
	return {
		...present(row),
		checks: checksOf(row, row.domain_checks, probe),
		history: history.map(({ checked_at, ...rest }) => ({ ...rest, checkedAt: checked_at.toISOString() })),
	};
}

/** The latest verdicts on addresses. @param emails as stored */
export async function findVerdicts(
	database: Database,
	ownerId: string,
	emails: readonly string[],
): Promise<Map<string, Omit<DetailedVerdict, "checks">>> {
	const rows = await database.query<Row>(
		"select * from validated_emails where owner_id = $1 and email = any($2::text[])",
		[ownerId, emails],
	);
	return new Map(rows.map((row) => [row.email, present(row)]));
}

/** What the latest verdicts on addresses say. @param emails as stored */
export async function findResults(
	database: Database,
	ownerId: string,
	emails: readonly string[],
): Promise<{ email: string; status: Status; reason: string; checkedAt: Date }[]> {
	return database.query(
		`select email, status, reason, checked_at as "checkedAt" from validated_emails
		where owner_id = $1 and email = any($2::text[])`,
		[ownerId, emails],
	);
}

/** Deletes all verdicts of a user, and what mail servers said. */
export async function deleteVerdicts(database: Database, ownerId: string): Promise<void> {
	await database.transaction(async () => {
		const derived = ["validated_domains", "mailbox_probes", "mailbox_probe_domains"];
		for (const table of ["validated_email_history", "validated_emails", ...derived])
			await database.exec(`delete from ${table} where owner_id = $1`, [ownerId]);
	});
}

function checksOf(row: Row, ofDomain: Check[] | null, probe: ProbeResult | null): Check[] {
	const checkedAt = row.checked_at.toISOString();
	const parsed = parseAddress(row.email);
	const problem = typeof parsed === "string" ? parsed : null;
	const [syntax, ...others] = addressChecks({ problem, flags: row.flags, ownMail: row.own_mail, probe, checkedAt });
	if (problem !== null || syntax === undefined) return syntax === undefined ? [] : [syntax];
	const isBlocked = row.reason === "blocked-domain";
	const hasEvidence = !isBlocked && row.domain !== null && row.domain.includes(".");
	// Deleted with the history while a list was being validated.
	const domain = hasEvidence ? (ofDomain ?? []) : domainChecks(row.domain, isBlocked, checkedAt);
	return [syntax, ...domain, ...others];
}

function present(row: Row): Omit<DetailedVerdict, "checks"> {
	const { risk } = meaningOf(row.reason);
	const deliverable = deliverableOf(row.reason, row.flags);
	return {
		...{ email: row.email, status: row.status, valid: isValid(row.status), reason: row.reason, deliverable, risk },
		...{ domain: row.domain, mxRecord: row.mx_record, spfValid: row.spf_valid, dkimValid: row.dkim_valid },
		...{ score: row.score, suggestion: row.suggestion, flags: row.flags, checkedAt: row.checked_at.toISOString() },
	};
}

function readCursor(cursor: string): { at: string; id: string } {
	const [, at = "", id = ""] = /^(\S+ \S+) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (at === "" || Number.isNaN(Date.parse(at.replace(" ", "T").replace(/\+(\d\d)$/, "+$1:00")))) throw badCursor();
	return { at, id };
}
