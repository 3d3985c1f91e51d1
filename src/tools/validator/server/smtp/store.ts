import { type Database, toSqlJson } from "#kernel/database.ts";
import type { ProbeOutcome } from "./outcome.ts";

/** What a mail server said about an address. */
export interface ProbeResult {
	outcome: ProbeOutcome;
	/** Null: it was not asked for this address. */
	reply: string | null;
	/** The host that replied. */
	server: string;
	checkedAt: Date;
	/** When it is asked again; null: not by the schedule. */
	retryAt: Date | null;
	/** How often it was asked in a row without a definite reply. */
	tries: number;
}

const COLUMNS = `outcome, reply, server, checked_at as "checkedAt", retry_at as "retryAt", tries`;

/** The SQL of `mailbox_probes` and `mailbox_probe_domains`. */
export async function readProbes(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<(address: string) => ProbeResult | null> {
	const rows = await database.query<ProbeResult & { address: string }>(
		`select address, ${COLUMNS} from mailbox_probes where owner_id = $1 and address = any($2::text[])`,
		[ownerId, addresses],
	);
	const found = new Map(rows.map(({ address, ...result }) => [address, result]));
	return (address) => found.get(address) ?? null;
}

/** @returns null: not known, or longer ago than `since` */
export async function readCatchAll(
	database: Database,
	ownerId: string,
	domains: readonly string[],
	since: Date,
): Promise<(domain: string) => boolean | null> {
	const rows = await database.query<{ domain: string; isCatchAll: boolean }>(
		`select domain, is_catch_all as "isCatchAll" from mailbox_probe_domains
		where owner_id = $1 and domain = any($2::text[]) and checked_at >= $3`,
		[ownerId, domains, since],
	);
	const found = new Map(rows.map(({ domain, isCatchAll }) => [domain, isCatchAll]));
	return (domain) => found.get(domain) ?? null;
}

/** A result to store. */
export interface NewProbe extends ProbeResult {
	address: string;
	domain: string;
	/** Null: not established. */
	isCatchAll: boolean | null;
}

export async function saveProbes(database: Database, ownerId: string, probes: readonly NewProbe[]): Promise<void> {
	// Sorted, so that concurrent calls lock rows in the same order; each once.
	const rows = [...new Map(probes.map((probe) => [probe.address, probe])).values()].sort((a, b) =>
		a.address < b.address ? -1 : 1,
	);
	const domains = [
		...new Map(rows.flatMap((row) => (row.isCatchAll === null ? [] : [[row.domain, row] as const]))).values(),
	].sort((a, b) => (a.domain < b.domain ? -1 : 1));
	await database.transaction(async () => {
		await database.exec(
			`insert into mailbox_probes as p (owner_id, address, outcome, reply, server, checked_at, retry_at, tries)
			select $1, address, outcome, reply, server, checked_at, retry_at, tries from json_to_recordset($2::json) as n
				(address text, outcome text, reply text, server text, checked_at timestamptz, retry_at timestamptz, tries integer)
			on conflict (owner_id, address) do update set outcome = excluded.outcome, reply = excluded.reply,
				server = excluded.server, checked_at = excluded.checked_at, retry_at = excluded.retry_at, tries = excluded.tries`,
			[
				ownerId,
				toSqlJson(
					rows.map(({ checkedAt: checked_at, retryAt: retry_at, ...row }) => ({ ...row, checked_at, retry_at })),
				),
			],
		);
		await database.exec(
			`insert into mailbox_probe_domains as d (owner_id, domain, is_catch_all, checked_at)
			select $1, domain, "isCatchAll", "checkedAt" from json_to_recordset($2::json) as n
				(domain text, "isCatchAll" boolean, "checkedAt" timestamptz)
			on conflict (owner_id, domain) do update set is_catch_all = excluded.is_catch_all, checked_at = excluded.checked_at
			where d.is_catch_all <> excluded.is_catch_all or d.checked_at < excluded.checked_at - interval '7 days'`,
			[ownerId, toSqlJson(domains)],
		);
	});
}

/** Addresses that are due to be asked again, oldest first. */
export async function listDueProbes(
	database: Database,
	ownerId: string,
	{ now, limit }: { now: Date; limit: number },
): Promise<string[]> {
	const rows = await database.query<{ address: string }>(
		`select address from mailbox_probes where owner_id = $1 and retry_at <= $2 order by retry_at, address limit $3`,
		[ownerId, now, limit],
	);
	return rows.map(({ address }) => address);
}

/** Addresses that are still due are not asked again by the schedule. */
export async function giveUpDueProbes(
	database: Database,
	ownerId: string,
	{ now, addresses }: { now: Date; addresses: readonly string[] },
): Promise<void> {
	await database.exec(
		`update mailbox_probes set retry_at = null
		where owner_id = $1 and address = any($3::text[]) and retry_at <= $2`,
		[ownerId, now, addresses],
	);
}

/** When the next address is due; null: none is. */
export async function nextProbeDue(database: Database, ownerId: string): Promise<Date | null> {
	const row = await database.one<{ at: Date | null }>(
		"select min(retry_at) as at from mailbox_probes where owner_id = $1 and retry_at is not null",
		[ownerId],
	);
	return row?.at ?? null;
}
