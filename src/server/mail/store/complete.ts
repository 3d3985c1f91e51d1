import { subjectMessage } from "#shared/mail/subject-threads.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { storable } from "../../db/storable.ts";
import type { Classifier } from "../classify/classifier.ts";
import type { AccountScope } from "../context/account-scope.ts";
import type { ParsedItem } from "../parse/pool/pool.ts";
import { linkThreads, type Threadable } from "../threads/links.ts";
import { subjectColumns } from "../threads/subject-links.ts";
import { CATEGORY_COLUMNS, type CategoryRow, providerCategoryOf, reclassify } from "./categories.ts";
import { countedOf, lockAccount, ROW_COLUMNS, type Row } from "./change.ts";
import { resolveAliases } from "./list-aliases.ts";
import { LARGE_PORTIONS } from "./postgres-index.ts";
import { type Counted, RollupDeltas } from "./rollups/rollups.ts";
import { type ContentRow, contentRowOf, factsOfContent } from "./rows.ts";
import { isHiddenRole, textIndexOf } from "./text-index-of.ts";

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

type Waiting = Row &
	CategoryRow & {
		thread_id: string;
	};

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
			`select ${ROW_COLUMNS}, ${CATEGORY_COLUMNS}, thread_id from emails
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
	const threads = new Map(waiting.map((row) => [row.id, row.thread_id]));
	if (!hasThreads) await linkAgain(scope, waiting, contents, threads);
	const deltas = new RollupDeltas();
	const described = waiting.map((row) => contentRowOf(contentOf(row), row.damage));
	const lists = await resolveAliases(scope, described);
	const rows = waiting.map((row, i) => {
		const content = contentOf(row);
		const found = described[i] as ContentRow;
		const read = { ...found, list_key: lists.get(found.list_key) ?? found.list_key };
		const classified = reclassify(row, factsOfContent(content, read), providerCategoryOf(row), classifier);
		const { sizeBytes } = content.message;
		recount(deltas, row, {
			senderEmail: storable(read.sender_email),
			senderName: storable(read.sender_name),
			sizeBytes,
			category: classified.category,
			listKey: read.list_key,
			hasAttachments: read.has_attachments,
			attachmentBytes: read.attachment_bytes,
		});
		const { is_loose_reply } = subjectColumns(subjectMessage(row.id, content.message, row.received_date.getTime()));
		return {
			...read,
			...classified,
			is_loose_reply,
			id: row.id,
			size_bytes: sizeBytes,
			thread_id: threads.get(row.id),
		};
	});
	await database.exec(COMPLETE_EMAILS, [ownerId, accountId, toSqlJson(rows)]);
	await textIndexOf(database).add(
		scope,
		waiting.map((row) => {
			const { message, lexemes } = contentOf(row);
			const isHidden = isHiddenRole(row.folder_role);
			const receivedMs = row.received_date.getTime();
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
			: { ...node, bySubject: subjectMessage(row.id, message, row.received_date.getTime()) };
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

const COMPLETE_EMAILS = `
with n as materialized (
	select * from json_to_recordset($3) as n (id uuid, thread_id uuid, message_id text, in_reply_to text, subject text,
		sender_name text, sender_email text, recipients jsonb, sent_at timestamptz, size_bytes bigint, has_attachments boolean,
		attachment_bytes bigint, list_unsubscribe jsonb, list_key text, category text, category_reason text, category_source text,
		previous_category jsonb, headers jsonb, body_preview text, has_html boolean, content_features bigint, quoted_sender text, incoming jsonb, is_loose_reply boolean, raw_sha256 text, damage text, attachments json)
), attached as (
	insert into email_attachments (owner_id, account_id, email_id, position, filename, content_type, size_bytes, content_id, is_inline, text_state)
	select $1, $2, n.id, a.position, a.filename, a.content_type, a.size_bytes, a.content_id, a.is_inline, a.text_state
	from n cross join lateral json_to_recordset(n.attachments) as a (position int, filename text, content_type text,
		size_bytes bigint, content_id text, is_inline boolean, text_state text)
)
update emails e set thread_id = n.thread_id, message_id = n.message_id, in_reply_to = n.in_reply_to, subject = n.subject,
	sender_name = n.sender_name, sender_email = n.sender_email, recipients = n.recipients, sent_at = n.sent_at,
	size_bytes = n.size_bytes, has_attachments = n.has_attachments, attachment_bytes = n.attachment_bytes,
	list_unsubscribe = n.list_unsubscribe, list_key = n.list_key, category = n.category, category_reason = n.category_reason,
	category_source = n.category_source, previous_category = n.previous_category, headers = n.headers, body_preview = n.body_preview, has_html = n.has_html,
	content_features = n.content_features, quoted_sender = n.quoted_sender, incoming = n.incoming,
	is_loose_reply = e.is_loose_reply or (e.subject_key is not null and n.is_loose_reply), raw_sha256 = n.raw_sha256, damage = n.damage
from n where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`;
