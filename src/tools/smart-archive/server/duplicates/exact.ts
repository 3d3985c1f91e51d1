import { createHash } from "node:crypto";
import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import type { Group } from "./store.ts";

/**
 * The same message more than once in one mailbox. Copies in the trash are already discarded, and a sent message that came
 * back (to the user, or through a list) is legitimately in two folders: only received mail is compared.
 */

/** Messages per statement: under 50 ms on the embedded database. */
const PAGE = 5_000;
/** Message-IDs processed per batch. */
const CHUNK = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Scan {
	database: Database;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** @param looked messages */
	onPage(looked: number): void;
}

export async function exactCopies(scan: Scan): Promise<Group[]> {
	const groups: Group[] = [];
	const repeated = await repeatedIds(scan);
	for (let from = 0; from < repeated.length; from += CHUNK) {
		scan.signal.throwIfAborted();
		groups.push(...sameOf(await candidates(scan, repeated.slice(from, from + CHUNK))));
	}
	return groups;
}

/** Message-IDs of more than one received message. They have no index: each is held in memory as six bytes of its hash. */
async function repeatedIds({ database, ownerId, accountId, signal, onPage }: Scan): Promise<string[]> {
	const seen = new Set<number>();
	const repeated = new Set<string>();
	for (let after = FIRST_ID; ; ) {
		signal.throwIfAborted();
		const rows = await database.query<{ id: string; message_id: string | null; folder_role: string }>(
			"select id, message_id, folder_role from mail_messages_v1 where owner_id = $1 and account_id = $2 and id > $3 order by id limit $4",
			[ownerId, accountId, after, PAGE],
		);
		for (const { message_id: messageId, folder_role: role } of rows) {
			if (messageId === null || !RECEIVED_ROLES.some((received) => received === role)) continue;
			const hash = createHash("sha1").update(messageId).digest().readUIntBE(0, 6);
			if (seen.has(hash)) repeated.add(messageId);
			seen.add(hash);
		}
		onPage(rows.length);
		after = rows.at(-1)?.id ?? after;
		if (rows.length < PAGE) return [...repeated];
	}
}

interface Candidate {
	id: string;
	message_id: string;
	sender_email: string;
	sent_at: string | null;
	size_bytes: number;
	raw_sha256: string | null;
}

/** The best copy of each Message-ID first: starred, labeled, filed manually, then the oldest. */
function candidates({ database, ownerId, accountId }: Scan, messageIds: readonly string[]): Promise<Candidate[]> {
	return database.query<Candidate>(
		`select id, message_id, sender_email, sent_at::text as sent_at, size_bytes, raw_sha256 from mail_messages_v1
		where owner_id = $1 and account_id = $2 and message_id = any($3::text[]) and folder_role = any($4::text[])
		order by message_id, is_starred desc, cardinality(labels) desc, folder_role = 'custom' desc, is_important desc,
			folder_role = 'inbox' desc, received_date, id`,
		[ownerId, accountId, messageIds, [...RECEIVED_ROLES]],
	);
}

/** Same bytes; or, where bytes are missing or transport headers differ, same sender, date and size. */
function sameOf(rows: readonly Candidate[]): Group[] {
	const groups = new Map<string, Group>();
	const found: Group[] = [];
	for (const row of rows) {
		const names = [`${row.message_id} ${row.sender_email} ${row.sent_at} ${row.size_bytes}`];
		if (row.raw_sha256 !== null) names.push(`${row.message_id} ${row.raw_sha256}`);
		const known = names.map((name) => groups.get(name)).find((group) => group !== undefined);
		const group = known ?? { keptId: row.id, ids: [] };
		if (known === undefined) found.push(group);
		group.ids.push(row.id);
		for (const name of names) if (!groups.has(name)) groups.set(name, group);
	}
	return found.filter(({ ids }) => ids.length > 1);
}
