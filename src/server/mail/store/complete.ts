import { subjectMessage } from "#shared/mail/subject-threads.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { storable } from "../../db/storable.ts";
import type { RowOf } from "../../db/table.ts";
import type { Classifier } from "../classify/classifier.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { categoryColumns, contentColumns, emails, newAttachments, trustColumns } from "../emails/emails.ts";
import type { ParsedItem } from "../parse/pool/pool.ts";
import { linkThreads, type Threadable } from "../threads/links.ts";
import { subjectColumns } from "../threads/subject-links.ts";
import { providerCategoryOf, reclassify } from "./categories.ts";
import { countedOf, lockAccount, type Row, rowColumns } from "./change.ts";
import { resolveAliases } from "./list-aliases.ts";
import { LARGE_PORTIONS } from "./postgres-index.ts";
import { type Counted, RollupDeltas } from "./rollups/rollups.ts";
import { attachmentsOf, type ContentRow, contentRowOf, factsOfContent } from "./rows.ts";
import { isHiddenRole, textIndexOf } from "./text-index-of.ts";
import { readRelations } from "./trust/sender-relations.ts";
import { trustOf } from "./trust/trust-of.ts";

/** A message stored with its header only, and its full content. */
export interface Body {
	/** Our id of the message. */
	id: string;
	content: ParsedItem;
}

export interface BodyBatch {
	bodies: readonly Body[];
	/** See `Batch` in `insert.ts`. */
	classifier: Classifier;
	/** See `Batch` in `insert.ts`. */
	isBulk?: boolean;
	/** The provider assigns threads, so references are ignored. */
	hasThreads?: boolean;
	/** Builds the caller's stats from the counts; stored in the same transaction. */
	stats?: (counts: BodyCounts) => object;
	/** Called in the transaction; throws when nothing may be stored any more. */
	verify?: () => Promise<void>;
}

export interface BodyCounts {
	/** Messages that got their body. */
	completed: number;
	/** Of those, the damaged ones. */
	damaged: number;
}

const WAITING = rowColumns.and(categoryColumns).and(emails.only("threadId"));

type Waiting = RowOf<typeof WAITING>;

/**
 * Completes messages stored with their header only, in one transaction: content, attachments, search, threads, and
 * corrected rollups. Messages that already have their body, or are gone, are skipped.
 */
export async function completeBatch(
	database: Database,
	ownerId: string,
	accountId: string,
	batch: BodyBatch,
): Promise<BodyCounts> {
	await textIndexOf(database).waitForRoom();
	return database.transaction(async () => {
		await lockAccount(database, accountId);
		await batch.verify?.();
		await batch.classifier.renew?.();
		if (batch.isBulk === true && !database.embedded) await database.exec(LARGE_PORTIONS, []);
		const contents = new Map(batch.bodies.map(({ id, content }) => [id, content]));
		const waiting = await database.query<Waiting>(
			`select ${WAITING.select()} from emails
			where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and raw_sha256 is null for update`,
			[ownerId, accountId, [...contents.keys()]],
		);
		const counts: BodyCounts = { completed: waiting.length, damaged: 0 };
		if (waiting.length > 0) counts.damaged = await complete({ database, ownerId, accountId }, waiting, contents, batch);
		if (batch.stats !== undefined)
			await database.exec(SAVE_COUNTS, [ownerId, accountId, toSqlJson(batch.stats(counts))]);
		return counts;
	});
}

/** @returns the number of damaged messages */
async function complete(
	scope: AccountScope,
	waiting: readonly Waiting[],
	contents: ReadonlyMap<string, ParsedItem>,
	{ classifier, hasThreads = false }: BodyBatch,
): Promise<number> {
	const { database, ownerId, accountId } = scope;
	const contentOf = ({ id }: Waiting) => contents.get(id) as ParsedItem;
	const threads = new Map(waiting.map((row) => [row.id, row.threadId]));
	if (!hasThreads) await linkAgain(scope, waiting, contents, threads);
	const deltas = new RollupDeltas();
	const described = waiting.map((row) => contentRowOf(contentOf(row), row.damage));
	const lists = await resolveAliases(scope, described);
	const relations = await readRelations(
		scope,
		described.map((row) => row.senderEmail),
	);
	const rows = waiting.map((row, i) => {
		const content = contentOf(row);
		const found = described[i] as ContentRow;
		const read = { ...found, listKey: lists.get(found.listKey) ?? found.listKey };
		const classified = reclassify(row, factsOfContent(content, read), providerCategoryOf(row), classifier);
		const { sizeBytes } = content.message;
		recount(deltas, row, {
			senderEmail: storable(read.senderEmail),
			senderName: storable(read.senderName),
			sizeBytes,
			category: classified.category,
			listKey: read.listKey,
			hasAttachments: read.hasAttachments,
			attachmentBytes: read.attachmentBytes,
		});
		const { isLooseReply } = subjectColumns(subjectMessage(row.id, content.message, row.receivedDate.getTime()));
		return {
			...read,
			...classified,
			...trustOf({ ...read, folderRole: row.folderRole }, relations),
			isLooseReply,
			id: row.id,
			sizeBytes,
			threadId: threads.get(row.id),
		};
	});
	const attached = newAttachments.toJson(attachmentsOf(rows));
	await database.exec(COMPLETE_EMAILS, [ownerId, accountId, COMPLETE.toJson(rows), attached]);
	await textIndexOf(database).add(
		scope,
		waiting.map((row) => {
			const { message, lexemes } = contentOf(row);
			const isHidden = isHiddenRole(row.folderRole);
			const receivedMs = row.receivedDate.getTime();
			return { id: row.id, receivedMs, isHidden, lexemes, subject: message.subject, text: message.text };
		}),
	);
	await deltas.write(database, ownerId, accountId);
	return rows.filter((row) => row.damage !== null).length;
}

/**
 * The header that was fetched first has set the thread links; the whole header may have more references, where a server
 * cut the first, and the text may quote the message that it answers.
 */
async function linkAgain(
	scope: AccountScope,
	waiting: readonly Waiting[],
	contents: ReadonlyMap<string, ParsedItem>,
	threads: Map<string, string>,
): Promise<void> {
	const nodes = waiting.map((row): Threadable => {
		const { message } = contents.get(row.id) as ParsedItem;
		const { messageId, inReplyTo, references } = message;
		const node = { key: row.id, messageId, inReplyTo, references, providerThread: null };
		return message.quotedSender === null
			? node
			: { ...node, bySubject: subjectMessage(row.id, message, row.receivedDate.getTime()) };
	});
	const found = await linkThreads(scope, nodes, (id) => threads.get(id));
	for (const [id, thread] of found) threads.set(id, thread);
}

/** Most sizes and all senders match what the listing reported. */
function recount(
	deltas: RollupDeltas,
	row: Row,
	after: Pick<
		Counted,
		"senderEmail" | "senderName" | "sizeBytes" | "category" | "listKey" | "hasAttachments" | "attachmentBytes"
	>,
): void {
	const before = countedOf(row, row);
	if (after.senderEmail !== before.senderEmail || after.senderName !== before.senderName) {
		deltas.remove(before);
		deltas.add({ ...before, ...after });
		return;
	}
	if (after.sizeBytes !== before.sizeBytes) deltas.resize(before, after.sizeBytes);
	const { category, listKey, hasAttachments, attachmentBytes } = after;
	deltas.regroup({ ...before, sizeBytes: after.sizeBytes }, { category, listKey, hasAttachments, attachmentBytes });
}

const SAVE_COUNTS = "update email_sync_status set stats = $3 where owner_id = $1 and account_id = $2";

/** What a body changes, apart from `isLooseReply`. */
const COMPLETED = contentColumns.and(categoryColumns).and(trustColumns).and(emails.only("threadId", "sizeBytes"));

const COMPLETE = COMPLETED.and(emails.only("id", "isLooseReply"));

const COMPLETE_EMAILS = `
with attached as (
	insert into email_attachments (owner_id, account_id, ${newAttachments.names()})
	select $1, $2, ${newAttachments.names()} from json_to_recordset($4) as a (${newAttachments.definitions})
)
update emails e set ${COMPLETED.copy("n")},
	is_loose_reply = e.is_loose_reply or (e.subject_key is not null and n.is_loose_reply)
from json_to_recordset($3) as n (${COMPLETE.definitions})
where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`;
