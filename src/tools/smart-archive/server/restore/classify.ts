import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import { type BackupMessage, backupMessages, emailsOf } from "../backups/messages.ts";
import { type Destination, readFolders } from "./folders.ts";

/** What restoring a message means in one mailbox. */
export type Finding =
	/** It is in the mailbox, and not in its trash. */
	| { state: "there" }
	/** It is in the trash, from where it is moved. */
	| { state: "trash"; emailId: string; destination: Destination }
	/** It is nowhere in the mailbox: it is appended. */
	| { state: "missing"; destination: Destination };

export interface Found {
	message: BackupMessage;
	finding: Finding;
}

/** Stored messages that may be one of a backup's. */
interface Candidate {
	id: string;
	messageId: string | null;
	sha256: string | null;
	inTrash: boolean;
}

/**
 * Compares a backup's messages with a mailbox, page by page. Messages are the same when they have the same bytes or the same
 * Message-ID; each stored message matches one of the backup at most.
 * @param isOrigin only messages that came from this mailbox
 * @param limit messages per page
 */
export async function* classify(
	ctx: Pick<MailContext, "database">,
	key: { ownerId: string; backupId: string },
	account: Pick<Account, "id" | "capabilities">,
	isOrigin: boolean,
	limit?: number,
): AsyncGenerator<Found[]> {
	const folders = await readFolders(ctx, key.ownerId, account);
	const claimed = new Set<string>();
	const own = await emailsOf(ctx, key.ownerId, key.backupId);
	for await (const page of backupMessages(ctx, key.ownerId, key.backupId, isOrigin ? account.id : null, limit)) {
		const candidates = await candidatesFor(ctx, key.ownerId, account.id, page);
		yield page.map((message): Found => {
			const destination = folders.destinationOf(message);
			const found = candidates(message);
			const itself = found.find(({ id }) => id === message.emailId && !claimed.has(id));
			// A message that is in the backup itself does not replace another one.
			const trashed = itself ?? found.find(({ id, inTrash }) => inTrash && !claimed.has(id) && !own.has(id));
			const isThere = itself === undefined ? found.some(({ inTrash }) => !inTrash) : !itself.inTrash;
			if (isThere || (trashed === undefined && found.length > 0)) return { message, finding: { state: "there" } };
			if (trashed === undefined) return { message, finding: { state: "missing", destination } };
			claimed.add(trashed.id);
			return { message, finding: { state: "trash", emailId: trashed.id, destination } };
		});
	}
}

/** @returns what may be the given message, in the order in which it arrived */
async function candidatesFor(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	page: readonly BackupMessage[],
): Promise<(message: BackupMessage) => Candidate[]> {
	const rows = await database.query<Candidate>(
		`select id, message_id as "messageId", raw_sha256 as sha256, folder_role = 'trash' as "inTrash" from mail_messages_v1
		where owner_id = $1 and account_id = $2
			and (id = any($3::uuid[]) or message_id = any($4::text[]) or raw_sha256 = any($5::text[]))
		order by received_date, id`,
		[
			ownerId,
			accountId,
			page.map(({ emailId }) => emailId),
			page.flatMap(({ messageId }) => messageId ?? []),
			page.map(({ sha256 }) => sha256),
		],
	);
	const byKey = new Map<string, Candidate[]>();
	for (const row of rows)
		for (const name of [`id ${row.id}`, `message ${row.messageId}`, `bytes ${row.sha256}`])
			byKey.set(name, [...(byKey.get(name) ?? []), row]);
	return ({ emailId, messageId, sha256 }) => {
		const names = [`id ${emailId}`, ...(messageId === null ? [] : [`message ${messageId}`]), `bytes ${sha256}`];
		return [...new Set(names.flatMap((name) => byKey.get(name) ?? []))];
	};
}
