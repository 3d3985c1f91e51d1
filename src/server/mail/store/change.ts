import { FLAG_FIELDS, FLAG_NAMES, type FlagFields, flagField, mapFlagFields } from "#shared/mail/flags.ts";
import type { Database } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import { publish } from "../../platform/event-streams/publish.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { emails } from "../emails/emails.ts";
import { type MailPart, mailChanged, mailRemoved } from "../events/streams.ts";
import type { FolderRole } from "../provider/provider.ts";
import { type Counted, RollupDeltas } from "./rollups/rollups.ts";
import { isHiddenRole, textIndexOf } from "./text-index-of.ts";

/** A change to stored messages. Fields left out stay unchanged. */
export interface LocalChange extends Partial<FlagFields> {
	folder?: { id: string; role: FolderRole };
	addLabels?: string[];
	removeLabels?: string[];
	/** Deletes the messages permanently; all other fields are ignored. */
	destroy?: boolean;
}

/** A message's state before the change. */
export interface BeforeChange extends FlagFields {
	id: string;
	providerId: string;
	folderId: string;
	folderRole: FolderRole;
	labels: string[];
	/** Lower case. */
	senderEmail: string;
	sizeBytes: number;
	/** Before the change; if the message changed, it is now one higher. */
	revision: number;
	rawSha256: string | null;
	/** False: the message already had this state, so its revision stayed. */
	changed: boolean;
}

/** A message's state, which a change writes. */
const stateColumns = emails.only("folderId", "folderRole", ...FLAG_FIELDS, "labels");

const keyedStateColumns = stateColumns.and(emails.only("id"));

/** A message's state after a change. */
export type MessageState = RowOf<typeof keyedStateColumns>;

/** What changes and their counts depend on. */
export const rowColumns = keyedStateColumns.and(
	emails.only(
		...([
			"providerId",
			"sizeBytes",
			"hasAttachments",
			"attachmentBytes",
			"revision",
			"rawSha256",
			"senderEmail",
		] as const),
		...(["senderName", "receivedDate", "damage", "sourceOffset", "category", "listKey"] as const),
	),
);

export type Row = RowOf<typeof rowColumns>;

/**
 * Allows one writer per account at a time, so that counts and threads cannot race and statements cannot deadlock. The
 * embedded database runs one transaction at a time anyway.
 */
export async function lockAccount(database: Database, accountId: string): Promise<void> {
	if (!database.embedded)
		await database.exec("select pg_advisory_xact_lock(hashtextextended($1, 7461202))", [accountId]);
}

/**
 * Changes messages of one account together with counts, rollups and revisions. Apart from the store's own
 * `insertBatch`, this is the only way to change stored messages. Pass at most about 500 messages per call, to keep the
 * transaction short.
 * @param ids unknown ids are skipped
 * @param revisions parallel to `ids`: a message with another revision is neither changed nor returned
 * @returns the messages found, in their state before the change
 */
export async function applyLocalChange(
	scope: AccountScope,
	ids: readonly string[],
	change: LocalChange,
	revisions: readonly number[] | null = null,
): Promise<BeforeChange[]> {
	const { database, ownerId, accountId } = scope;
	await lockAccount(database, accountId);
	const rows = await database.query<Row>(
		`select ${rowColumns.select()} from emails join unnest($3::uuid[], $4::int[]) as selected (id, expected) using (id)
		where owner_id = $1 and account_id = $2 and (expected is null or expected = revision) for update of emails`,
		[ownerId, accountId, ids, revisions ?? ids.map(() => null)],
	);
	if (change.destroy === true) {
		await destroyRows(scope, rows);
		return rows.map((row) => present(row, true));
	}
	const messageStates = rows.map((row) => changed(row, change));
	const moved = await updateRows(scope, rows, messageStates);
	return rows.map((row) => present(row, moved.has(row.id)));
}

/**
 * Assigns new provider ids to messages, after a move on an IMAP server. If a sync has already stored a message under
 * its new id as a separate one, that row is deleted.
 * @param renamed old provider id to new one
 */
export async function renameProviderIds(scope: AccountScope, renamed: Readonly<Record<string, string>>): Promise<void> {
	const { database, ownerId, accountId } = scope;
	const pairs = Object.entries(renamed);
	if (pairs.length === 0) return;
	await lockAccount(database, accountId);
	const conflicting = await database.query<Row>(
		`select ${rowColumns.select()} from emails n where owner_id = $1 and account_id = $2 and provider_id <> all($3::text[]) and exists (
			select 1 from unnest($3::text[], $4::text[]) as r (before, after)
			join emails e on e.owner_id = $1 and e.account_id = $2 and e.provider_id = r.before
			where n.provider_id = r.after and e.id <> n.id)`,
		[ownerId, accountId, pairs.map(([before]) => before), pairs.map(([, after]) => after)],
	);
	await destroyRows(scope, conflicting);
	await database.exec(
		`update emails e set provider_id = r.after from unnest($3::text[], $4::text[]) as r (before, after)
		where e.owner_id = $1 and e.account_id = $2 and e.provider_id = r.before`,
		[ownerId, accountId, pairs.map(([before]) => before), pairs.map(([, after]) => after)],
	);
}

/** Writes new message states where they differ. @returns ids of the messages that changed */
export async function updateRows(
	scope: AccountScope,
	rows: readonly Row[],
	messageStates: readonly MessageState[],
): Promise<Set<string>> {
	const { database, ownerId, accountId } = scope;
	const deltas = new RollupDeltas();
	const updates: MessageState[] = [];
	const hiddenChanges: { id: string; isHidden: boolean }[] = [];
	const parts = new Set<MailPart>();
	rows.forEach((row, i) => {
		const after = messageStates[i] as MessageState;
		const differing = changedParts(row, after);
		if (differing.length === 0) return;
		updates.push(after);
		const isHidden = isHiddenRole(after.folderRole);
		if (isHidden !== isHiddenRole(row.folderRole)) hiddenChanges.push({ id: row.id, isHidden });
		for (const part of differing) parts.add(part);
		deltas.remove(countedOf(row, row));
		deltas.add(countedOf(row, after));
	});
	if (updates.length === 0) return new Set();
	await database.exec(
		`update emails e set ${stateColumns.copy("n")}, revision = e.revision + 1
		from json_to_recordset($3) as n (${keyedStateColumns.definitions})
		where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
		[ownerId, accountId, keyedStateColumns.toJson(updates)],
	);
	await deltas.write(database, ownerId, accountId);
	await textIndexOf(database).hide(scope, hiddenChanges);
	const emailIds = updates.map((row) => row.id);
	await publish(database, mailChanged, { ownerId, orderingKey: accountId }, { accountId, emailIds, parts: [...parts] });
	return new Set(emailIds);
}

/**
 * Deletes messages and everything that depends on them, except thread links: later messages may still refer to them.
 */
export async function destroyRows(scope: AccountScope, rows: readonly Row[]): Promise<void> {
	const { database, ownerId, accountId } = scope;
	if (rows.length === 0) return;
	const deltas = new RollupDeltas();
	for (const row of rows) deltas.remove(countedOf(row, row));
	const values = [ownerId, accountId, rows.map((row) => row.id)];
	await database.exec(
		`with attachments as (delete from email_attachments where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])),
			arrived as (delete from inbox_events where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[]))
		delete from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])`,
		values,
	);
	await deltas.write(database, ownerId, accountId);
	const emailIds = rows.map((row) => row.id);
	await textIndexOf(database).remove(scope, emailIds);
	await publish(database, mailRemoved, { ownerId, orderingKey: accountId }, { accountId, emailIds });
}

/**
 * Which of these raw messages no stored message references: their blobs can be deleted after the transaction
 * committed. Copies with the same bytes have the same sender, which makes an index on the hash unnecessary.
 */
export async function unusedBlobs(
	scope: AccountScope,
	destroyed: readonly { rawSha256: string | null; senderEmail: string }[],
): Promise<string[]> {
	const { database, ownerId, accountId } = scope;
	const hashes = [...new Set(destroyed.map((row) => row.rawSha256).filter((hash) => hash !== null))];
	if (hashes.length === 0) return [];
	const used = await database.query<{ hash: string }>(
		`select distinct raw_sha256 as hash from emails
		where owner_id = $1 and account_id = $2 and sender_email = any($3::text[]) and raw_sha256 = any($4::text[])`,
		[ownerId, accountId, [...new Set(destroyed.map((row) => row.senderEmail))], hashes],
	);
	const stillUsed = new Set(used.map(({ hash }) => hash));
	return hashes.filter((hash) => !stillUsed.has(hash));
}

function changed(row: Row, change: LocalChange): MessageState {
	const removed = new Set(change.removeLabels ?? []);
	const labels = new Set(row.labels.filter((label) => !removed.has(label)));
	for (const label of change.addLabels ?? []) labels.add(label);
	return {
		id: row.id,
		folderId: change.folder?.id ?? row.folderId,
		folderRole: change.folder?.role ?? row.folderRole,
		...mapFlagFields((flag) => change[flagField(flag)] ?? row[flagField(flag)]),
		labels: [...labels],
	};
}

/** The parts in which two states of a message differ. */
function changedParts(row: Row, after: MessageState): MailPart[] {
	const hasSameLabels =
		row.labels.length === after.labels.length && row.labels.every((label) => after.labels.includes(label));
	const hasSameFolder = row.folderId === after.folderId && row.folderRole === after.folderRole;
	return [
		...(hasSameFolder ? [] : (["folder"] as const)),
		...FLAG_NAMES.filter((flag) => row[flagField(flag)] !== after[flagField(flag)]),
		...(hasSameLabels ? [] : (["labels"] as const)),
	];
}

/** What the rollups count for a message in this state. */
export function countedOf(
	row: Row,
	state: Pick<MessageState, "folderId" | "folderRole" | "isRead" | "isImportant" | "labels">,
): Counted {
	return {
		folderId: state.folderId,
		folderRole: state.folderRole,
		senderEmail: row.senderEmail,
		senderName: row.senderName,
		receivedAt: row.receivedDate.getTime(),
		sizeBytes: row.sizeBytes,
		isRead: state.isRead,
		isImportant: state.isImportant,
		hasAttachments: row.hasAttachments,
		attachmentBytes: row.attachmentBytes,
		labels: state.labels,
		category: row.category,
		listKey: row.listKey,
	};
}

function present(row: Row, isChanged: boolean): BeforeChange {
	return {
		id: row.id,
		providerId: row.providerId,
		folderId: row.folderId,
		folderRole: row.folderRole,
		...mapFlagFields((flag) => row[flagField(flag)]),
		labels: row.labels,
		senderEmail: row.senderEmail,
		sizeBytes: row.sizeBytes,
		revision: row.revision,
		rawSha256: row.rawSha256,
		changed: isChanged,
	};
}
