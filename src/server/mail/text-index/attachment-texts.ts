import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { addMoreText } from "#shared/search/tokens.ts";
import type { Database } from "../../db/database.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { IndexedMessage } from "./text-index.ts";

/** The text of attachments as a part of what is indexed of their messages. */

const inflate = promisify(inflateRaw);

/** A message with the text of its attachments, without it if that is empty. */
export function withAttachmentText(message: IndexedMessage, attachmentText: string): IndexedMessage {
	if (attachmentText === "") return message;
	const lexemes = new Set(message.lexemes.split(" "));
	addMoreText(lexemes, attachmentText);
	return { ...message, lexemes: [...lexemes].join(" "), attachmentText };
}

/** Adds the stored text of attachments to messages. */
export async function withStoredTexts(
	database: Database,
	account: AccountKey,
	messages: readonly IndexedMessage[],
): Promise<IndexedMessage[]> {
	const rows = await database.query<{ id: string; deflated: Buffer }>(
		`select email_id as id, text_deflated as deflated from email_attachments
		where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[]) and text_deflated is not null
		order by email_id, position`,
		[account.ownerId, account.accountId, messages.map(({ id }) => id)],
	);
	const texts = new Map<string, string[]>();
	for (const { id, deflated } of rows) texts.set(id, [...(texts.get(id) ?? []), (await inflate(deflated)).toString()]);
	return messages.map((message) => withAttachmentText(message, (texts.get(message.id) ?? []).join("\n")));
}

/** The files with text of messages, in their order. */
export async function* readFileTexts(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	ids: readonly string[],
): AsyncGenerator<{ id: string; files: { filename: string; read: () => Promise<string> }[] }> {
	for (const id of ids) {
		const rows = await database.query<{ filename: string; deflated: Buffer }>(
			`select filename, text_deflated as deflated from email_attachments
			where owner_id = $1 and account_id = $2 and email_id = $3 and text_deflated is not null order by position`,
			[ownerId, accountId, id],
		);
		const files = rows.map(({ filename, deflated }) => ({
			filename,
			read: async () => (await inflate(deflated)).toString(),
		}));
		yield { id, files };
	}
}

/** Those of the messages that have attachments with text. */
export async function listWithAttachmentText(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	messages: readonly { id: string }[],
): Promise<Set<string>> {
	const rows = await database.query<{ id: string }>(
		`select distinct email_id as id from email_attachments
		where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[]) and text_deflated is not null`,
		[ownerId, accountId, messages.map(({ id }) => id)],
	);
	return new Set(rows.map(({ id }) => id));
}
