import type { MailContext } from "#kernel/module.ts";
import { BACKUP_MESSAGE_COLUMNS, type BackupMessage } from "../backups/messages.ts";
import type { Found } from "./classify.ts";

/** The SQL of restores and their items. */

export interface Restore {
	backupId: string;
	/** Null: the mailboxes that the messages came from. */
	target: string | null;
	/** Mailboxes whose items are determined. */
	planned: string[];
	operationId: string | null;
	title: string;
}

/** A message to be appended to a mailbox. */
export interface MissingItem extends BackupMessage {
	/** The labels it gets, where the mailbox has them. */
	labels: string[];
	isRequested: boolean;
	providerId: string | null;
}

export interface RestoreKey {
	ownerId: string;
	restoreId: string;
	accountId: string;
}

/** Rows per statement: about 50 ms on the embedded database. */
const CHUNK = 1_000;

type Ctx = Pick<MailContext, "database" | "now">;

export async function insertRestore(
	{ database, now }: Ctx,
	restore: { ownerId: string; id: string; backupId: string; target: string | null; jobId: string },
): Promise<void> {
	await database.exec(
		"insert into mail_restores (owner_id, id, backup_id, target_id, job_id, created_at) values ($1, $2, $3, $4, $5, $6)",
		[restore.ownerId, restore.id, restore.backupId, restore.target, restore.jobId, new Date(now())],
	);
}

/** Whether the job is that of an earlier request for the same restore. */
export async function isRestoring({ database }: Ctx, ownerId: string, jobId: string): Promise<boolean> {
	const rows = await database.query("select 1 from mail_restores where owner_id = $1 and job_id = $2", [
		ownerId,
		jobId,
	]);
	return rows.length > 0;
}

/** Null when the backup was deleted. */
export async function readRestore({ database }: Ctx, ownerId: string, id: string): Promise<Restore | null> {
	const row = await database.one<Restore>(
		`select r.backup_id as "backupId", r.target_id as target, r.planned, r.operation_id as "operationId", b.title
		from mail_restores r join mail_backups b on b.owner_id = r.owner_id and b.id = r.backup_id
		where r.owner_id = $1 and r.id = $2`,
		[ownerId, id],
	);
	return row ?? null;
}

/** Records what is to be restored in a mailbox, in one transaction. */
export async function insertItems(
	{ database }: Ctx,
	{ ownerId, restoreId, accountId }: RestoreKey,
	found: readonly Found[],
	chunk = CHUNK,
): Promise<void> {
	const rows = found.flatMap(({ message: { position }, finding }) =>
		finding.state === "there"
			? []
			: [{ position, email: finding.state === "trash" ? finding.emailId : null, ...finding.destination }],
	);
	for (let from = 0; from < rows.length; from += chunk)
		await database.exec(
			`insert into mail_restore_items (owner_id, restore_id, account_id, position, email_id, folder_id, folder_name, labels)
			select $1, $2, $3, i.position, i.email, i."folderId", i."folderName", i.labels
			from json_to_recordset($4) as i (position int, email uuid, "folderId" text, "folderName" text, labels text[])`,
			[ownerId, restoreId, accountId, JSON.stringify(rows.slice(from, from + chunk))],
		);
	await database.exec("update mail_restores set planned = planned || $3::uuid where owner_id = $1 and id = $2", [
		ownerId,
		restoreId,
		accountId,
	]);
}

/** Messages that are not in the mailbox yet and were not refused, in the order of the backup's file. */
export function missingItems({ database }: Ctx, { ownerId, restoreId, accountId }: RestoreKey): Promise<MissingItem[]> {
	return database.query<MissingItem>(
		`select ${BACKUP_MESSAGE_COLUMNS}, i.labels, i.append_requested as "isRequested", i.provider_id as "providerId"
		from mail_restore_items i
		join mail_restores r on r.owner_id = i.owner_id and r.id = i.restore_id
		join mail_backup_messages b on b.owner_id = i.owner_id and b.backup_id = r.backup_id and b.position = i.position
		where i.owner_id = $1 and i.restore_id = $2 and i.account_id = $3 and i.email_id is null and i.reason is null
		order by i.position`,
		[ownerId, restoreId, accountId],
	);
}

type ItemChange = { requested: true } | { providerId: string | null } | { reason: string };

/** Records a step of appending a message. */
export async function recordAppend(
	{ database }: Ctx,
	{ ownerId, restoreId, accountId }: RestoreKey,
	position: number,
	change: ItemChange,
): Promise<void> {
	const [column, value] =
		"requested" in change
			? ["append_requested", true]
			: "reason" in change
				? ["reason", change.reason]
				: ["provider_id", change.providerId];
	await database.exec(
		`update mail_restore_items set ${column} = $5
		where owner_id = $1 and restore_id = $2 and account_id = $3 and position = $4`,
		[ownerId, restoreId, accountId, position, value],
	);
}

/**
 * Matches appended messages with stored ones: by the provider's id, else by their bytes or Message-ID in the trash. A stored
 * message matches one item at most.
 */
export async function matchAppended({ database }: Ctx, { ownerId, restoreId, accountId }: RestoreKey): Promise<void> {
	const key = [ownerId, restoreId, accountId];
	await database.exec(
		`update mail_restore_items i set email_id = e.id from mail_messages_v1 e
		where i.owner_id = $1 and i.restore_id = $2 and i.account_id = $3 and i.email_id is null
			and e.owner_id = i.owner_id and e.account_id = i.account_id and e.provider_id = i.provider_id`,
		key,
	);
	await database.exec(
		`with wanted as materialized (
			select i.position, b.message_id, b.sha256 from mail_restore_items i
			join mail_restores r on r.owner_id = i.owner_id and r.id = i.restore_id
			join mail_backup_messages b on b.owner_id = i.owner_id and b.backup_id = r.backup_id and b.position = i.position
			where i.owner_id = $1 and i.restore_id = $2 and i.account_id = $3 and i.email_id is null and i.append_requested
				and i.provider_id is null
		), trashed as materialized (
			select e.id, e.message_id, e.raw_sha256 from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = $3 and e.folder_role = 'trash' and not exists (
				select from mail_restore_items taken where taken.owner_id = $1 and taken.restore_id = $2
					and taken.account_id = $3 and taken.email_id = e.id)
		), candidates as (
			select w.position, t.id, coalesce(t.raw_sha256 = w.sha256, false) as is_exact from wanted w
			join trashed t on t.message_id = w.message_id or t.raw_sha256 = w.sha256
		), numbered as (
			select position, id, row_number() over (partition by position order by is_exact desc, id) as choice,
				row_number() over (partition by id order by is_exact desc, position) as claim
			from candidates)
		update mail_restore_items i set email_id = n.id from numbered n
		where i.owner_id = $1 and i.restore_id = $2 and i.account_id = $3 and i.position = n.position
			and n.choice = 1 and n.claim = 1`,
		key,
	);
}

/** Ids of messages in the trash without a stored body and without a Message-ID: only their bytes tell which they are. */
export async function anonymousInTrash(
	{ database }: Ctx,
	{ ownerId, accountId }: Pick<RestoreKey, "ownerId" | "accountId">,
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select id from mail_messages_v1 where owner_id = $1 and account_id = $2 and folder_role = 'trash'
			and message_id is null and raw_sha256 is null`,
		[ownerId, accountId],
	);
	return rows.map(({ id }) => id);
}

/** Folders that are still to be created, of all mailboxes. */
export function newFolders(
	{ database }: Ctx,
	ownerId: string,
	restoreId: string,
): Promise<{ accountId: string; name: string }[]> {
	return database.query(
		`select distinct account_id as "accountId", folder_name as name from mail_restore_items
		where owner_id = $1 and restore_id = $2 and folder_id is null and email_id is not null order by 1, 2`,
		[ownerId, restoreId],
	);
}

export async function setFolder(
	{ database }: Ctx,
	{ ownerId, restoreId, accountId }: RestoreKey,
	folder: { id: string; name: string },
): Promise<void> {
	await database.exec(
		`update mail_restore_items set folder_id = $4
		where owner_id = $1 and restore_id = $2 and account_id = $3 and folder_id is null and folder_name = $5`,
		[ownerId, restoreId, accountId, folder.id, folder.name],
	);
}

/** The moves that finish a restore. */
export function movesOf(
	{ database }: Ctx,
	ownerId: string,
	restoreId: string,
): Promise<{ accountId: string; emailId: string; folderId: string }[]> {
	return database.query(
		`select account_id as "accountId", email_id as "emailId", folder_id as "folderId" from mail_restore_items
		where owner_id = $1 and restore_id = $2 and email_id is not null and folder_id is not null order by position`,
		[ownerId, restoreId],
	);
}

/** How many messages could not be appended, and why the first one could not. */
export async function countRefused(
	{ database }: Ctx,
	ownerId: string,
	restoreId: string,
): Promise<{ count: number; reason: string | null }> {
	const row = await database.one<{ count: number; reason: string | null }>(
		`select count(*)::int as count, (array_agg(reason order by position))[1] as reason from mail_restore_items
		where owner_id = $1 and restore_id = $2 and email_id is null`,
		[ownerId, restoreId],
	);
	return row ?? { count: 0, reason: null };
}

export async function setOperation({ database }: Ctx, ownerId: string, id: string, operationId: string): Promise<void> {
	await database.exec("update mail_restores set operation_id = $3 where owner_id = $1 and id = $2", [
		ownerId,
		id,
		operationId,
	]);
}
