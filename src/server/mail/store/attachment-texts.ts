import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { TextState } from "../attachment-text/kinds.ts";
import type { AccountKey, AccountScope } from "../context/account-scope.ts";
import type { IndexedMessage } from "../text-index/text-index.ts";
import { lockAccount } from "./change.ts";
import { textIndexOf } from "./text-index-of.ts";

/** The text of attachments, which a job reads after their messages are stored. */

const deflate = promisify(deflateRaw);

/** A file that was being read when the process ended is tried this often. */
const MAX_ATTEMPTS = 3;

/** Text of one attachment. */
export interface ReadText {
	/** Of the attachment in its message. */
	position: number;
	state: Exclude<TextState, "pending">;
	text: string;
}

/** Accounts with attachments whose text is to be read. */
export function accountsWithPendingTexts(database: Database): Promise<AccountKey[]> {
	return database.query(
		`select a.owner_id as "ownerId", a.id as "accountId" from connected_accounts a
		where a.status <> 'deleting' and exists (select from email_attachments t
			where t.owner_id = a.owner_id and t.account_id = a.id and t.text_state = 'pending')`,
		[],
	);
}

/** Whether an account has some. */
export async function hasPendingTexts(database: Database, { ownerId, accountId }: AccountKey): Promise<boolean> {
	const rows = await database.query(
		"select from email_attachments where owner_id = $1 and account_id = $2 and text_state = 'pending' limit 1",
		[ownerId, accountId],
	);
	return rows.length > 0;
}

/** Number of an account's attachments whose text is to be read. */
export async function countPendingTexts(database: Database, { ownerId, accountId }: AccountKey): Promise<number> {
	const row = await database.one<{ n: number }>(
		`select count(*)::int as n from email_attachments
		where owner_id = $1 and account_id = $2 and text_state = 'pending'`,
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}

/** A message with attachments to be read. */
export interface PendingTexts {
	emailId: string;
	/** Of these attachments in the message; none: they were tried too often. */
	positions: number[];
}

/**
 * The messages that were stored last of those with attachments to be read; none: there are none left. Counts as an
 * attempt; attachments with too many attempts are skipped. A message that was tried before comes alone, so that one
 * that cannot be read, or with which the process ends, takes no others with it.
 * @param limit of attachments; those of a message stay together
 */
export async function beginTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	limit: number,
): Promise<PendingTexts[]> {
	const rows = await database.query<{ id: string; position: number; state: TextState }>(
		`with pending as (
			select email_id, text_attempts from email_attachments
			where owner_id = $1 and account_id = $2 and text_state = 'pending' order by email_id desc limit $4
		), next as (
			select distinct email_id from pending, (select email_id, text_attempts from pending order by email_id desc limit 1) as f (first_id, attempts)
			where email_id = first_id or (attempts = 0 and text_attempts = 0)
		)
		update email_attachments a set text_attempts = text_attempts + 1,
			text_state = case when text_attempts < $3 then 'pending' else 'skipped' end
		from next where a.owner_id = $1 and a.account_id = $2 and a.email_id = next.email_id and a.text_state = 'pending'
		returning a.email_id as id, a.position, a.text_state as state`,
		[ownerId, accountId, MAX_ATTEMPTS, limit],
	);
	const messages = new Map<string, number[]>(rows.map(({ id }) => [id, []]));
	for (const { id, position, state } of rows) if (state === "pending") messages.get(id)?.push(position);
	return [...messages].map(([emailId, positions]) => ({ emailId, positions: positions.sort((a, b) => a - b) }));
}

/** Takes back the attempt for messages whose turn was interrupted through no fault of theirs. */
export async function releaseTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	emailIds: readonly string[],
): Promise<void> {
	await database.exec(
		`update email_attachments set text_attempts = text_attempts - 1
		where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[]) and text_state = 'pending'`,
		[ownerId, accountId, emailIds],
	);
}

/** The text of one message's attachments. */
export interface MessageTexts {
	emailId: string;
	texts: readonly ReadText[];
	/** With the text; null: there is none. */
	message: IndexedMessage | null;
}

/** Stores the text of messages' attachments and indexes these messages again, except those deleted meanwhile. */
export async function saveTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	messages: readonly MessageTexts[],
): Promise<void> {
	const rows = await Promise.all(
		messages.flatMap(({ emailId, texts }) =>
			texts.map(async ({ position, state, text }) => ({
				id: emailId,
				position,
				state,
				deflated: text === "" ? null : (await deflate(text)).toString("base64"),
			})),
		),
	);
	await textIndexOf(database).waitForRoom();
	await database.transaction(async () => {
		const scope: AccountScope = { database, ownerId, accountId };
		await lockAccount(database, accountId);
		await database.exec(
			`update email_attachments a set text_state = n.state, text_deflated = decode(n.deflated, 'base64')
			from json_to_recordset($3) as n (id uuid, position int, state text, deflated text)
			where a.owner_id = $1 and a.account_id = $2 and a.email_id = n.id and a.position = n.position`,
			[ownerId, accountId, toSqlJson(rows)],
		);
		const changed = messages.flatMap(({ message }) => (message === null ? [] : [message]));
		if (changed.length === 0) return;
		const stored = await database.query<{ id: string; isHidden: boolean }>(
			`select id, folder_role in ('spam', 'trash') as "isHidden" from emails
			where owner_id = $1 and account_id = $2 and id = any($3::uuid[])`,
			[ownerId, accountId, changed.map(({ id }) => id)],
		);
		const isHidden = new Map(stored.map((row) => [row.id, row.isHidden]));
		const present = changed.filter(({ id }) => isHidden.has(id));
		await textIndexOf(database).replace(
			scope,
			present.map((message) => ({ ...message, isHidden: isHidden.get(message.id) === true })),
		);
	});
}
