import type { Summary } from "#shared/contracts/summaries.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { storable } from "../../db/storable.ts";

/** A summary as it is stored with its message. */
export type StoredSummary = Omit<Summary, "cached" | "action_items"> & {
	/** The newest message of its conversation when it was made; absent: of one message. */
	newestId?: string;
};

interface Key {
	ownerId: string;
	accountId: string;
	id: string;
}

/** The stored summary of a message; null: none. */
export async function readSummary(database: Database, { ownerId, accountId, id }: Key): Promise<StoredSummary | null> {
	const row = await database.one<{ ai_summary: StoredSummary | null }>(
		"select ai_summary from emails where owner_id = $1 and account_id = $2 and id = $3",
		[ownerId, accountId, id],
	);
	return row?.ai_summary ?? null;
}

/** Stores a summary with its message; lists show the short one. */
export async function storeSummary(
	database: Database,
	{ ownerId, accountId, id }: Key,
	summary: StoredSummary,
): Promise<void> {
	await database.exec(
		"update emails set ai_summary = $4, ai_summary_short = $5 where owner_id = $1 and account_id = $2 and id = $3",
		[ownerId, accountId, id, toSqlJson(summary), storable(summary.short)],
	);
}

/** Messages of a conversation that are read, the newest. */
const MOST_MESSAGES = 12;

/** The messages of an email's conversation outside drafts, spam and trash, newest first. */
export async function conversationIds(database: Database, { ownerId, accountId, id }: Key): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select e.id from emails e where e.owner_id = $1 and e.account_id = $2
			and e.thread_id = (select thread_id from emails where owner_id = $1 and account_id = $2 and id = $3)
			and e.folder_role not in ('drafts', 'spam', 'trash')
		order by e.received_date desc, e.id desc limit ${MOST_MESSAGES}`,
		[ownerId, accountId, id],
	);
	return rows.map((row) => row.id);
}

/** What a message is; null: a person's. */
export async function readIncoming(
	database: Database,
	{ ownerId, accountId, id }: Key,
): Promise<Incoming["kind"] | null> {
	const row = await database.one<{ kind: Incoming["kind"] | null }>(
		"select incoming ->> 'kind' as kind from emails where owner_id = $1 and account_id = $2 and id = $3",
		[ownerId, accountId, id],
	);
	return row?.kind ?? null;
}
