import type { Suppression, SuppressionSource } from "#shared/contracts/outgoing.ts";
import { addressKey, asciiDomain, withoutUnseen } from "#shared/mail/address-key.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { Database } from "../../db/database.ts";
import { badCursor, badRequest } from "../../errors.ts";
import { csvRecord } from "../../platform/http/csv.ts";
import { emitUnsubscribed } from "./webhooks.ts";

/** Rows read at once for an export. */
const EXPORT_PAGE = 1_000;

/** An owner's suppression list: addresses and domains that get no mail from any of their mailboxes. */

interface Row {
	target: string;
	source: Suppression["source"];
	reason: string | null;
	created_at: Date;
}

const present = ({ target, source, reason, created_at }: Row): Suppression => ({
	target,
	source,
	reason,
	createdAt: created_at.toISOString(),
});

interface NewSuppression {
	target: string;
	source: Suppression["source"];
	reason: string | null;
}

/**
 * Adds an address or domain. An existing entry stays as it is, unless the person now asks for no more mail: that outlasts
 * every other reason.
 * @throws AppError 400 `not-an-address`
 */
export async function suppress(
	database: Database,
	ownerId: string,
	entry: NewSuppression,
	{ now }: { now: Date },
): Promise<Suppression> {
	const added = { ...entry, target: normalizeTarget(entry.target) };
	return database.transaction(() => add(database, ownerId, added, { now }));
}

async function add(
	database: Database,
	ownerId: string,
	{ target, source, reason }: NewSuppression,
	{ now }: { now: Date },
): Promise<Suppression> {
	const changed = await database.one<Row>(
		`insert into suppressions as s (owner_id, target, source, reason, created_at) values ($1, $2, $3, $4, $5)
		on conflict (owner_id, target) do update set source = excluded.source, reason = excluded.reason
			where excluded.source = 'unsubscribe' and s.source <> 'unsubscribe'
		returning target, source, reason, created_at`,
		[ownerId, target, source, reason, now],
	);
	if (changed !== undefined) {
		if (source === "unsubscribe") await emitUnsubscribed(database, { ownerId, email: target, reason, now });
		return present(changed);
	}
	const known = await database.one<Row>(
		"select target, source, reason, created_at from suppressions where owner_id = $1 and target = $2",
		[ownerId, target],
	);
	// Removed since: add it after all.
	return known === undefined ? add(database, ownerId, { target, source, reason }, { now }) : present(known);
}

export async function removeSuppression(database: Database, ownerId: string, target: string): Promise<void> {
	await database.exec("delete from suppressions where owner_id = $1 and target = $2", [
		ownerId,
		normalizeTarget(target),
	]);
}

/** Removes whatever suppresses an address. @returns the address and domains that were on the list */
export async function allowAddress(database: Database, ownerId: string, address: string): Promise<string[]> {
	const rows = await database.query<{ target: string }>(
		"delete from suppressions where owner_id = $1 and target = any($2::text[]) returning target",
		[ownerId, targetsOf(address)],
	);
	return rows.map(({ target }) => target).sort();
}

/** Adds what is not on the list yet. @returns how many were added and known, and what is no address or domain */
export async function suppressAll(
	database: Database,
	ownerId: string,
	targets: readonly string[],
	now: Date,
): Promise<{ added: number; known: number; invalid: string[] }> {
	const valid = new Set<string>();
	const invalid: string[] = [];
	for (const text of targets) {
		const target = normalized(text);
		if (target === null) invalid.push(text);
		else valid.add(target);
	}
	const added = await database.query(
		`insert into suppressions (owner_id, target, source, reason, created_at)
		select $1, target, 'manual', null, $3 from unnest($2::text[]) as target on conflict do nothing returning target`,
		[ownerId, [...valid], now],
	);
	return { added: added.length, known: valid.size - added.length, invalid };
}

interface SuppressionFilter {
	/** Part of an address or domain. */
	q?: string | undefined;
	source?: SuppressionSource | undefined;
}

/** SQL over `suppressions`: $1 owner, $2 part of the target, $3 source. */
const MATCHES =
	"owner_id = $1 and ($2 = '' or position(lower($2) in target) > 0) and ($3::text is null or source = $3)";

/** @throws AppError 400 `bad-cursor` */
export async function listSuppressions(
	database: Database,
	ownerId: string,
	{ limit, cursor, q = "", source }: SuppressionFilter & { limit: number; cursor?: string | undefined },
): Promise<{ items: Suppression[]; total: number; nextCursor: string | null }> {
	const after = cursor === undefined ? null : Buffer.from(cursor, "base64url").toString("utf8");
	if (after === "" || after?.includes("\0")) throw badCursor();
	const matching = [ownerId, q, source ?? null];
	const rows = await database.query<Row>(
		`select target, source, reason, created_at from suppressions
		where ${MATCHES} and ($4::text is null or target > $4) order by target limit $5`,
		[...matching, after, limit + 1],
	);
	const count = await database.one<{ total: number }>(
		`select count(*)::int as total from suppressions where ${MATCHES}`,
		matching,
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		items: page.map(present),
		total: count?.total ?? 0,
		nextCursor: rows.length > limit && last ? Buffer.from(last.target).toString("base64url") : null,
	};
}

/** The list as CSV, with a line of headers. */
export async function* suppressionsCsv(
	database: Database,
	ownerId: string,
	filter: SuppressionFilter,
	limit = EXPORT_PAGE,
): AsyncGenerator<string> {
	yield csvRecord(["Address or domain", "Source", "Reason", "Added at"]);
	for (let cursor: string | undefined; ; ) {
		const page = await listSuppressions(database, ownerId, { ...filter, cursor, limit });
		for (const { target, source, reason, createdAt } of page.items)
			yield csvRecord([target, source, reason, createdAt]);
		if (page.nextCursor === null) return;
		cursor = page.nextCursor;
	}
}

/** The suppressed addresses among these, with the reason. */
export async function findSuppressed(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<Map<string, string | null>> {
	const targets = [...new Set(addresses.flatMap(targetsOf))];
	const rows = await database.query<{ target: string; reason: string | null }>(
		"select target, reason from suppressions where owner_id = $1 and target = any($2::text[])",
		[ownerId, targets],
	);
	const reasons = new Map(rows.map(({ target, reason }) => [target, reason]));
	const found = new Map<string, string | null>();
	for (const address of addresses) {
		const target = targetsOf(address).find((one) => reasons.has(one));
		if (target !== undefined) found.set(address, reasons.get(target) ?? null);
	}
	return found;
}

/** Whether the person at exactly this address has asked for no more mail; bounces and suppressed domains do not count. */
export async function hasUnsubscribed(database: Database, ownerId: string, address: string): Promise<boolean> {
	const rows = await database.query(
		"select from suppressions where owner_id = $1 and target = $2 and source = 'unsubscribe'",
		[ownerId, addressKey(address)],
	);
	return rows.length > 0;
}

/** What suppresses an address: itself, its domain and the domains above it, without the top-level domain. */
function targetsOf(address: string): string[] {
	const key = addressKey(address);
	const labels = domainOf(key).split(".");
	return [key, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))];
}

function normalizeTarget(text: string): string {
	const target = normalized(text);
	if (target === null) throw badRequest("not-an-address", "Enter an email address, or a domain such as example.com.");
	return target;
}

/** In the one spelling that is looked up; a leading `@` or `*.` of a domain is dropped. @returns null: no address or domain */
function normalized(text: string): string | null {
	const target = withoutUnseen(text).trim();
	const at = target.lastIndexOf("@");
	const domain = asciiDomain(target.slice(at + 1).replace(/^\*\./, ""));
	const key = at < 1 ? domain : addressKey(target);
	const local = at < 1 ? "" : key.slice(0, key.lastIndexOf("@"));
	if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) || /[\s<>,;:"()\\]/.test(local) || key.length > 320) return null;
	return key;
}
