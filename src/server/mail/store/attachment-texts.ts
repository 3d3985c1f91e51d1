import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { TextState } from "../attachment-text/kinds.ts";
import type { AccountKey, AccountTransaction } from "../context/account-transaction.ts";
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
	const [row] = await database.query<{ n: number }>(
		`select count(*)::int as n from email_attachments
		where owner_id = $1 and account_id = $2 and text_state = 'pending'`,
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}

/**
 * The message that was stored last of those with attachments to be read, and these attachments; null: there is none.
 * Counts as an attempt; attachments with too many attempts are skipped.
 */
export async function beginTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
): Promise<{ emailId: string; positions: number[] } | null> {
	const rows = await database.query<{ id: string; position: number; state: TextState }>(
		`update email_attachments set text_attempts = text_attempts + 1,
			text_state = case when text_attempts < $3 then 'pending' else 'skipped' end
		where owner_id = $1 and account_id = $2 and text_state = 'pending' and email_id = (
			select email_id from email_attachments where owner_id = $1 and account_id = $2 and text_state = 'pending'
			order by email_id desc limit 1)
		returning email_id as id, position, text_state as state`,
		[ownerId, accountId, MAX_ATTEMPTS],
	);
	const [first] = rows;
	if (first === undefined) return null;
	const positions = rows.filter(({ state }) => state === "pending").map(({ position }) => position);
	return { emailId: first.id, positions: positions.sort((a, b) => a - b) };
}

/**
 * Stores the text of a message's attachments and indexes the message again, unless it was deleted meanwhile.
 * @param message with the text; null: there is none
 */
export async function saveTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ emailId, texts, message }: { emailId: string; texts: readonly ReadText[]; message: IndexedMessage | null },
): Promise<void> {
	const rows = await Promise.all(
		texts.map(async ({ position, state, text }) => ({
			position,
			state,
			deflated: text === "" ? null : (await deflate(text)).toString("base64"),
		})),
	);
	await textIndexOf(database).waitForRoom();
	await database.transaction(async (tx) => {
		const scope: AccountTransaction = { database, tx, ownerId, accountId };
		await lockAccount(database, tx, accountId);
		const [stored] = await database.query<{ isHidden: boolean }>(
			`select folder_role in ('spam', 'trash') as "isHidden" from emails where owner_id = $1 and account_id = $2 and id = $3`,
			[ownerId, accountId, emailId],
			tx,
		);
		if (stored === undefined) return;
		await database.query(
			`update email_attachments a set text_state = n.state, text_deflated = decode(n.deflated, 'base64')
			from json_to_recordset($4) as n (position int, state text, deflated text)
			where a.owner_id = $1 and a.account_id = $2 and a.email_id = $3 and a.position = n.position`,
			[ownerId, accountId, emailId, toSqlJson(rows)],
			tx,
		);
		if (message !== null) await textIndexOf(database).replace(scope, [{ ...message, isHidden: stored.isHidden }]);
	});
}
