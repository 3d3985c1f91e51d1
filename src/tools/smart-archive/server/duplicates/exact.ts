import { createHash } from "node:crypto";
import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import type { Group } from "./store.ts";

/**
 * The same message more than once in one mailbox. Copies in the trash are already discarded, and a sent message that came
 * back (to the user, or through a list) is legitimately in two folders: only received mail is compared.
 */

const LIMITS = {
	/** Messages per statement: under 50 ms on the embedded database. */
	page: 5_000,
	/** Message-IDs processed per batch. */
	chunk: 500,
};
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Scan {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param count messages read */
	onPage(count: number): void;
}

export async function exactCopies(scan: Scan, { page, chunk } = LIMITS): Promise<Group[]> {
	const groups: Group[] = [];
	const repeated = await repeatedIds(scan, page);
	for (let from = 0; from < repeated.length; from += chunk) {
		scan.signal.throwIfAborted();
		groups.push(...sameOf(await candidates(scan, repeated.slice(from, from + chunk))));
	}
	return groups;
}

/**
 * Message-IDs of more than one received message; of messages without one, the hashes of their bytes. They have no index:
 * each is held in memory as six bytes of its hash.
 */
async function repeatedIds({ database, ownerId, accountId, signal, onPage }: Scan, page: number): Promise<string[]> {
	const seen = new Set<number>();
	const repeated = new Set<string>();
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<{ id: string; key: string | null; folder_role: string }>(
			`select id, coalesce(message_id, raw_sha256) as key, folder_role from mail_messages_v1
			where owner_id = $1 and account_id = $2 and id > $3 order by id limit $4`,
			[ownerId, accountId, after, page],
		);
		for (const { key, folder_role: role } of rows) {
			if (key === null || !RECEIVED_ROLES.some((received) => received === role)) continue;
			const hash = createHash("sha1").update(key).digest().readUIntBE(0, 6);
			if (seen.has(hash)) repeated.add(key);
			seen.add(hash);
		}
		onPage(rows.length);
		after = rows.at(-1)?.id ?? after;
		if (rows.length < page) return [...repeated];
	}
}

interface Candidate {
	id: string;
	message_id: string | null;
	sender_email: string;
	sent_at: string | null;
	size_bytes: number;
	raw_sha256: string | null;
}

/** The best copy first: starred, labeled, filed manually, then the oldest. */
const BEST_FIRST = `is_starred desc, cardinality(labels) desc, folder_role = 'custom' desc, is_important desc,
	folder_role = 'inbox' desc, received_date, id`;

function candidates({ database, ownerId, accountId }: Scan, keys: readonly string[]): Promise<Candidate[]> {
	return database.query<Candidate>(
		`select id, message_id, sender_email, sent_at::text as sent_at, size_bytes, raw_sha256 from mail_messages_v1
		where owner_id = $1 and account_id = $2 and folder_role = any($4::text[])
			and (message_id = any($3::text[]) or message_id is null and raw_sha256 = any($3::text[]))
		order by message_id, ${BEST_FIRST}`,
		[ownerId, accountId, keys, [...RECEIVED_ROLES]],
	);
}

/** These messages, the best first. */
export async function bestFirst(
	{ database, ownerId, accountId }: Pick<Scan, "database" | "ownerId" | "accountId">,
	ids: readonly string[],
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) order by ${BEST_FIRST}`,
		[ownerId, accountId, ids],
	);
	return rows.map(({ id }) => id);
}

/** Same bytes; or, where bytes are missing or transport headers differ, same sender, date and size. */
function sameOf(rows: readonly Candidate[]): Group[] {
	const groups = new Map<string, Group>();
	const found: Group[] = [];
	for (const row of rows) {
		const names =
			row.message_id === null ? [] : [`${row.message_id} ${row.sender_email} ${row.sent_at} ${row.size_bytes}`];
		if (row.raw_sha256 !== null) names.push(`${row.message_id} ${row.raw_sha256}`);
		const known = names.map((name) => groups.get(name)).find((group) => group !== undefined);
		const group = known ?? { keptId: row.id, ids: [] };
		if (known === undefined) found.push(group);
		group.ids.push(row.id);
		for (const name of names) if (!groups.has(name)) groups.set(name, group);
	}
	return found.filter(({ ids }) => ids.length > 1);
}
