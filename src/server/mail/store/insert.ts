import { isDeepStrictEqual } from "node:util";
import { timeOfId } from "#shared/ids.ts";
import { flagFields } from "#shared/mail/flags.ts";
import { type SubjectMessage, subjectMessage } from "#shared/mail/subject-threads.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { storable } from "../../db/storable.ts";
import type { Classifier } from "../classify/classifier.ts";
import type { AccountKey, AccountScope } from "../context/account-scope.ts";
import { newAttachments } from "../emails/emails.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import { linkThreads } from "../threads/links.ts";
import { type SubjectColumns, subjectColumns } from "../threads/subject-links.ts";
import { updateCategories } from "./categories.ts";
import { destroyRows, lockAccount, type MessageState, type Row, rowColumns, updateRows } from "./change.ts";
import { resolveAliases } from "./list-aliases.ts";
import { type ListingRound, matchMoved } from "./moved.ts";
import { ListedDuringPush, mergeProviderState, readPendingPush } from "./pending-push.ts";
import { LARGE_PORTIONS } from "./postgres-index.ts";
import { RollupDeltas } from "./rollups/rollups.ts";
import { attachmentsOf, type Content, labelsOf, type NewEmail, newColumns, receivedDateOf, rowOf } from "./rows.ts";
import { adoptSentMoves } from "./sent-moves.ts";
import { isHiddenRole, textIndexOf } from "./text-index-of.ts";
import { readRelations } from "./trust/sender-relations.ts";
import { trustOf } from "./trust/trust-of.ts";

export interface Incoming {
	remote: RemoteMessage;
	/** Null for a message that was known when its page was listed: only its state is updated. */
	content: Content | null;
}

export interface Batch {
	messages: readonly Incoming[];
	/** Provider ids. */
	removed: readonly string[];
	/** The round that reported these as removed; absent: moves are not detected. */
	removedIn?: ListingRound;
	/** Stored in the same transaction; absent: unchanged. */
	cursor?: string | null;
	/** Builds the caller's stats from the counts; stored in the same transaction. */
	stats?: (counts: BatchCounts) => object;
	/** No user is waiting for the database: words are merged into the index in larger portions, which halves the cost. */
	isBulk?: boolean;
	/** Known messages stored since then (epoch milliseconds) count as added: an interrupted run stored them. */
	addedSince?: number;
	/** Roles by folder id; other folders count as custom. */
	roles: ReadonlyMap<string, FolderRole>;
	/** Assigns categories where the provider does not. */
	classifier: Classifier;
	/**
	 * Added messages are new mail: those received since a day before the last sync get a row in `inbox_events`; older ones
	 * were copied into the mailbox. Absent: they are not new, or were uploaded.
	 */
	isNewMail?: boolean;
	/** Called in the transaction; throws when nothing may be stored, for example after a lost lock. */
	verify?: () => Promise<void>;
	/** Database time at which these states were requested from the provider: what was pushed since is newer. */
	listedAt?: Date;
	/**
	 * Throws `ListedDuringPush` for a message that was pushed since `listedAt` and differs: another client may have changed
	 * it after the push. Absent: the pushed state is kept, and such a change is seen when the message changes again.
	 */
	isStrict?: boolean;
}

export interface BatchCounts {
	/** Negative if messages of earlier batches turned out to be moved ones. */
	added: number;
	/** Known messages whose folder, flags or labels differed. */
	changed: number;
	removed: number;
	/** Provider ids of those not removed, because they were moved from here after the listing began. */
	postponed: string[];
	/** Known messages that were unchanged. */
	known: number;
	/** Of those added. */
	damaged: number;
	/** Positions of the damaged ones in their file, if the provider reports them. */
	damagedAt: number[];
}

export function noCounts(): BatchCounts {
	return { added: 0, changed: 0, removed: 0, postponed: [], known: 0, damaged: 0, damagedAt: [] };
}

/**
 * Stores a batch of messages in one transaction: messages, search, attachments, threads, counts, rollups and the
 * cursor. Idempotent.
 */
export async function insertBatch(
	database: Database,
	ownerId: string,
	accountId: string,
	batch: Batch,
): Promise<BatchCounts> {
	await textIndexOf(database).waitForRoom();
	try {
		return await store(database, { ownerId, accountId }, batch, false);
	} catch (cause) {
		if (!isDuplicate(cause)) throw cause;
		return store(database, { ownerId, accountId }, batch, true);
	}
}

/** @param isCareful also looks up messages that were new when the page was listed; they nearly always still are */
function store(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	batch: Batch,
	isCareful: boolean,
): Promise<BatchCounts> {
	return database.transaction(async () => {
		await lockAccount(database, accountId);
		await batch.verify?.();
		await batch.classifier.renew?.();
		if (batch.isBulk === true && !database.embedded) await database.exec(LARGE_PORTIONS, []);
		const counts = noCounts();
		// The last entry for a message wins; a message both listed and removed is removed.
		const incoming = new Map(batch.messages.map((message) => [message.remote.id, message]));
		for (const id of batch.removed) incoming.delete(id);
		const candidates = [...incoming.values()].filter(({ content }) => isCareful || content === null);
		const ids = [...candidates.map(({ remote }) => remote.id), ...batch.removed];
		const scope = { database, ownerId, accountId };
		const rows = await findRows(scope, ids);
		const isFresh = ({ content, remote }: Incoming): boolean => content !== null && !rows.has(remote.id);
		const unknown = [...incoming.values()].filter(isFresh);
		if (unknown.length > 0)
			for (const { row, providerId } of await adoptSentMoves(scope, unknown)) {
				rows.set(providerId, { ...row, providerId });
				// That the old id is gone says nothing about the message.
				rows.delete(row.providerId);
			}
		await updateKnown(scope, { rows, incoming }, batch, counts);
		const fresh = unknown.filter(isFresh);
		if (fresh.length > 0) await addNew(scope, fresh, batch, counts);
		// A moved message is matched among the new ones.
		await removeKnown(scope, rows, batch, counts);
		if (batch.cursor !== undefined) {
			const values = [ownerId, accountId, batch.cursor, toSqlJson(batch.stats?.(counts) ?? null)];
			await database.exec(SAVE_CURSOR, values);
		}
		return counts;
	});
}

/** A concurrent run of the same import has stored part of the batch. */
function isDuplicate(cause: unknown): boolean {
	return cause instanceof Error && "constraint" in cause && cause.constraint === "emails_provider_id";
}

async function findRows(scope: AccountScope, providerIds: string[]): Promise<Map<string, Row>> {
	const { database, ownerId, accountId } = scope;
	if (providerIds.length === 0) return new Map();
	const rows = await database.query<Row>(
		`select ${rowColumns.select()} from emails where owner_id = $1 and account_id = $2 and provider_id = any($3::text[])`,
		[ownerId, accountId, providerIds],
	);
	return new Map(rows.map((row) => [row.providerId, row]));
}

async function removeKnown(
	scope: AccountScope,
	rows: ReadonlyMap<string, Row>,
	batch: Batch,
	counts: BatchCounts,
): Promise<void> {
	const gone = [...new Set(batch.removed)].map((id) => rows.get(id)).filter((row) => row !== undefined);
	if (gone.length === 0) return;
	const round = batch.removedIn;
	const moved = round === undefined ? new Set() : await matchMoved(scope, gone, round);
	const remaining = gone.filter((row) => !moved.has(row.id));
	const pendingPush = round === undefined ? null : await readPendingPush(scope, remaining, round.listedAt);
	const [postponed, lost] = partition(remaining, ({ id }) => pendingPush?.get(id)?.folder === true);
	await destroyRows(scope, lost);
	counts.removed = lost.length;
	counts.postponed = postponed.map((row) => row.providerId);
	// They were added as new ones, in this batch or an earlier one.
	counts.added -= moved.size;
	counts.changed += moved.size;
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
	return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function updateKnown(
	scope: AccountScope,
	{ rows, incoming }: { rows: ReadonlyMap<string, Row>; incoming: ReadonlyMap<string, Incoming> },
	{ roles, addedSince, classifier, listedAt, isStrict = false }: Batch,
	counts: BatchCounts,
): Promise<void> {
	const known: Row[] = [];
	for (const id of incoming.keys()) {
		const row = rows.get(id);
		if (row !== undefined) known.push(row);
	}
	if (known.length === 0) return;
	const pendingPush = await readPendingPush(scope, known, listedAt);
	const messageStates = known.map((row) => {
		const listed = messageStateOf(row.id, (incoming.get(row.providerId) as Incoming).remote, roles);
		const pending = pendingPush.get(row.id);
		const merged = mergeProviderState(listed, row, pending);
		if (isStrict && pending?.isPushed === true && !isDeepStrictEqual(merged, listed)) throw new ListedDuringPush();
		return merged;
	});
	const changed = await updateRows(scope, known, messageStates);
	const remotes = known.map((row) => (incoming.get(row.providerId) as Incoming).remote);
	const reclassified = await updateCategories(
		scope,
		remotes.filter(({ category }) => category !== undefined),
		classifier,
	);
	for (const row of known) {
		if (timeOfId(row.id) >= (addedSince ?? Number.POSITIVE_INFINITY)) {
			counts.added++;
			if (row.damage !== null) noteDamage(counts, row.sourceOffset);
		} else if (changed.has(row.id) || reclassified.has(row.providerId)) counts.changed++;
		else counts.known++;
	}
}

function noteDamage(counts: BatchCounts, offset: number | null): void {
	counts.damaged++;
	if (offset !== null) counts.damagedAt.push(offset);
}

function messageStateOf(id: string, remote: RemoteMessage, roles: ReadonlyMap<string, FolderRole>): MessageState {
	return {
		id,
		folderId: remote.folderId,
		folderRole: roles.get(remote.folderId) ?? "custom",
		...flagFields(remote.flags),
		labels: labelsOf(remote),
	};
}

async function addNew(
	scope: AccountScope,
	fresh: readonly Incoming[],
	{ roles, classifier, isNewMail = false }: Batch,
	counts: BatchCounts,
): Promise<void> {
	const { database, ownerId, accountId } = scope;
	const contents = fresh.map((message) => message.content as Content);
	const subjects = fresh.map(({ remote }, i) => {
		const { message } = contents[i] as Content;
		return subjectMessage(remote.id, message, Date.parse(receivedDateOf(remote, message)));
	});
	const threads = await linkThreads(
		scope,
		fresh.map(({ remote }, i) => ({
			key: remote.id,
			bySubject: subjects[i] as SubjectMessage,
			messageId: contents[i]?.message.messageId ?? null,
			inReplyTo: contents[i]?.message.inReplyTo ?? [],
			references: contents[i]?.message.references ?? [],
			providerThread: remote.threadId ?? null,
		})),
	);
	const deltas = new RollupDeltas();
	const described = fresh.map(({ remote }, i) =>
		rowOf(remote, contents[i] as Content, roles.get(remote.folderId) ?? "custom", classifier),
	);
	const lists = await resolveAliases(scope, described);
	const relations = await readRelations(
		scope,
		described.map((row) => row.senderEmail),
	);
	const rows = described.map((found, i): NewEmail => {
		const row = { ...found, listKey: lists.get(found.listKey) ?? found.listKey };
		deltas.add({
			folderId: row.folderId,
			folderRole: row.folderRole,
			senderEmail: storable(row.senderEmail),
			senderName: storable(row.senderName),
			receivedAt: Date.parse(row.receivedDate),
			sizeBytes: row.sizeBytes,
			isRead: row.isRead,
			isImportant: row.isImportant,
			hasAttachments: row.hasAttachments,
			attachmentBytes: row.attachmentBytes,
			labels: row.labels,
			category: row.category,
			listKey: row.listKey,
		});
		const { remote } = fresh[i] as Incoming;
		const columns = remote.threadId === undefined ? subjectColumns(subjects[i] as SubjectMessage) : NO_SUBJECT;
		return { ...row, ...columns, ...trustOf(row, relations), threadId: threads.get(remote.id) as string };
	});
	const attached = newAttachments.toJson(attachmentsOf(rows));
	await database.exec(INSERT_EMAILS, [ownerId, accountId, newColumns.toJson(rows), isNewMail, attached]);
	const messages = rows.flatMap((row, i) => {
		const { message, lexemes, sha256 } = contents[i] as Content;
		// A message stored with its header only becomes searchable with its body.
		if (sha256 === null) return [];
		const receivedMs = Date.parse(row.receivedDate);
		const isHidden = isHiddenRole(row.folderRole);
		return { id: row.id, receivedMs, isHidden, lexemes, subject: message.subject, text: message.text };
	});
	await textIndexOf(database).add(scope, messages);
	await deltas.write(database, ownerId, accountId);
	counts.added += rows.length;
	for (const row of rows) if (row.damage !== null) noteDamage(counts, row.sourceOffset);
}

/** The provider's threads decide. */
const NO_SUBJECT: SubjectColumns = { subjectKey: null, isLooseReply: false };

const SAVE_CURSOR = `
insert into email_sync_status (owner_id, account_id, cursor, stats) values ($1, $2, $3, $4)
on conflict (owner_id, account_id) do update set cursor = excluded.cursor, stats = excluded.stats`;

const INSERT_EMAILS = `
with n as materialized (
	select * from json_to_recordset($3) as n (${newColumns.definitions})
), attached as (
	insert into email_attachments (owner_id, account_id, ${newAttachments.names()})
	select $1, $2, ${newAttachments.names()} from json_to_recordset($5) as a (${newAttachments.definitions})
), arrived as (
	insert into inbox_events (owner_id, account_id, email_id)
	select $1, $2, n.id from n where $4 and n.folder_role in ('inbox', 'archive', 'custom', 'spam')
		and n.received_date > coalesce((select s.last_sync_at from email_sync_status s where s.owner_id = $1 and s.account_id = $2),
			'-infinity') - interval '1 day'
)
insert into emails (owner_id, account_id, ${newColumns.names()}) select $1, $2, ${newColumns.names()} from n`;
