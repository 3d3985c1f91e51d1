import { flagColumns } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { FLAG_NAMES, type FlagFields, flagField } from "#shared/mail/flags.ts";
import type { WantedEntry } from "./messages-in.ts";
import type { Written } from "./write.ts";

/** The SQL of the messages in a backup. */

/** A message in a backup, with the state it had. */
export interface BackupMessage extends WantedEntry, FlagFields {
	/** The mailbox and the message it came from. */
	mailboxId: string;
	emailId: string;
	messageId: string | null;
	receivedAt: Date;
	folderId: string;
	folderRole: string;
	folderName: string;
	labels: string[];
}

export const BACKUP_MESSAGE_COLUMNS = `b.position, b.mailbox_id as "mailboxId", b.email_id as "emailId", b.message_id as "messageId", b.sha256,
	b.size_bytes as "sizeBytes", b.received_date as "receivedAt", b.folder_id as "folderId", b.folder_role as "folderRole",
	b.folder_name as "folderName", ${FLAG_NAMES.map((flag) => `b.is_${flag} as "${flagField(flag)}"`).join(", ")}, b.labels`;

/** Rows per statement: about 50 ms on the embedded database. */
const CHUNK = 1_000;

type Ctx = Pick<MailContext, "database">;

/** Records which messages are in the file, and their state now. @param list.written in the order of the file */
export async function insertBackupMessages(
	{ database }: Ctx,
	{ ownerId, backupId }: { ownerId: string; backupId: string },
	list: { written: readonly Written[]; verified: ReadonlySet<string> },
	chunk = CHUNK,
): Promise<void> {
	const rows = list.written.flatMap((one, position) => (list.verified.has(one.id) ? [{ ...one, position }] : []));
	await database.exec("delete from mail_backup_messages where owner_id = $1 and backup_id = $2", [ownerId, backupId]);
	for (let from = 0; from < rows.length; from += chunk) {
		const part = rows.slice(from, from + chunk);
		await database.exec(
			`insert into mail_backup_messages (owner_id, backup_id, position, mailbox_id, email_id, message_id, sha256, size_bytes,
				received_date, folder_id, folder_role, folder_name, ${flagColumns()}, labels)
			select e.owner_id, $2, w.position, e.account_id, e.id, e.message_id, w.sha256, w.size_bytes, e.received_date,
				e.folder_id, e.folder_role, coalesce(f.folder_name, e.folder_id),
				${flagColumns("e")}, e.labels
			from unnest($3::int[], $4::uuid[], $5::uuid[], $6::text[], $7::bigint[]) as w (position, account_id, id, sha256, size_bytes)
			join mail_messages_v1 e on e.owner_id = $1 and e.account_id = w.account_id and e.id = w.id
			left join mail_folders_v1 f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id`,
			[
				ownerId,
				backupId,
				part.map(({ position }) => position),
				part.map(({ accountId }) => accountId),
				part.map(({ id }) => id),
				part.map(({ sha256 }) => sha256),
				part.map(({ sizeBytes }) => sizeBytes),
			],
		);
	}
}

/** The messages of a backup, page by page. @param mailboxId null: of all mailboxes */
export async function* backupMessages(
	{ database }: Ctx,
	ownerId: string,
	backupId: string,
	mailboxId: string | null,
	limit = CHUNK,
): AsyncGenerator<BackupMessage[]> {
	for (let after = -1; ; ) {
		const page = await database.query<BackupMessage>(
			`select ${BACKUP_MESSAGE_COLUMNS} from mail_backup_messages b
			where b.owner_id = $1 and b.backup_id = $2 and ($3::uuid is null or b.mailbox_id = $3) and b.position > $4
			order by b.position limit $5`,
			[ownerId, backupId, mailboxId, after, limit],
		);
		const last = page.at(-1);
		if (last === undefined) return;
		yield page;
		after = last.position;
	}
}

/** The mailboxes that a backup's messages came from. */
export async function mailboxesOf({ database }: Ctx, ownerId: string, backupId: string): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		"select distinct mailbox_id as id from mail_backup_messages where owner_id = $1 and backup_id = $2 order by 1",
		[ownerId, backupId],
	);
	return rows.map(({ id }) => id);
}

/** Ids of the messages that a backup was made of. */
export async function emailsOf({ database }: Ctx, ownerId: string, backupId: string): Promise<ReadonlySet<string>> {
	const rows = await database.query<{ id: string }>(
		"select email_id as id from mail_backup_messages where owner_id = $1 and backup_id = $2",
		[ownerId, backupId],
	);
	return new Set(rows.map(({ id }) => id));
}

/** @param mailboxId null: of all mailboxes */
export async function countMessages(
	{ database }: Ctx,
	ownerId: string,
	backupId: string,
	mailboxId: string | null,
): Promise<number> {
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count from mail_backup_messages
		where owner_id = $1 and backup_id = $2 and ($3::uuid is null or mailbox_id = $3)`,
		[ownerId, backupId, mailboxId],
	);
	return row?.count ?? 0;
}
