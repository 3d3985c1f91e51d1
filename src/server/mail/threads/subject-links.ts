import { createHash } from "node:crypto";
import {
	baseSubject,
	isLinkedBySubject,
	isLooseReply,
	listIdOf,
	parentsBySubject,
	SUBJECT_WINDOW_MS,
	type SubjectMessage,
} from "#shared/mail/subject-threads.ts";
import type { RowOf } from "../../db/table.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { emails } from "../emails/emails.ts";

/** Threads by subject: replies without References, among the stored messages and those of a batch. */

/** Columns of `emails` by which messages are found that a reply without References may belong to. */
export type SubjectColumns = Pick<RowOf<typeof emails>, "subjectKey" | "isLooseReply">;

/** Stored messages with the same subject that are considered for a batch, at most, per subject. */
const MAX_CANDIDATES = 200;

/** Times that both JavaScript and PostgreSQL write with four digits of a year. */
const FIRST_TIME = Date.UTC(1000, 0, 1);
const LAST_TIME = Date.UTC(9999, 11, 31);

const COLUMNS = emails.only(
	...([
		"id",
		"threadId",
		"subject",
		"senderEmail",
		"recipients",
		"quotedSender",
		"receivedDate",
		"isLooseReply",
	] as const),
);

type StoredRow = RowOf<typeof COLUMNS> & { listId: string | null };

export function subjectColumns(message: SubjectMessage): SubjectColumns {
	const { base } = baseSubject(message.subject);
	if (!isLinkedBySubject(message)) return { subjectKey: null, isLooseReply: false };
	return { subjectKey: keyOf(base), isLooseReply: isLooseReply(message) };
}

/**
 * Which messages of a batch belong together, or to stored threads, by their subjects.
 * @returns pairs of a message's key and either the key of another of the batch or the id of a stored thread
 */
export async function subjectLinks(
	scope: AccountScope,
	batch: readonly SubjectMessage[],
): Promise<{ key: string; other: { key: string } | { threadId: string } }[]> {
	const own = new Set(batch.map(({ key }) => key));
	// A message that is linked again is stored as well.
	const stored = (await storedWithSameSubject(scope, batch)).filter(({ id }) => !own.has(id));
	const threadOf = new Map(stored.map(({ id, threadId }) => [id, threadId]));
	const parents = parentsBySubject([...batch, ...stored.map(messageOf)]);
	const links: { key: string; other: { key: string } | { threadId: string } }[] = [];
	for (const [child, parent] of parents) {
		const childThread = threadOf.get(child);
		const parentThread = threadOf.get(parent);
		if (childThread === undefined)
			links.push({ key: child, other: parentThread === undefined ? { key: parent } : { threadId: parentThread } });
		else if (parentThread === undefined) links.push({ key: parent, other: { threadId: childThread } });
	}
	return links;
}

/** Stored messages with the subject of one of the batch, received about when it was, if a loose reply is among them. */
async function storedWithSameSubject(
	{ database, ownerId, accountId }: AccountScope,
	batch: readonly SubjectMessage[],
): Promise<StoredRow[]> {
	const wanted = new Map<string, { first: number; last: number; hasLooseReply: boolean }>();
	for (const message of batch) {
		const { subjectKey: key, isLooseReply: isLoose } = subjectColumns(message);
		if (key === null) continue;
		const { date } = message;
		const range = wanted.get(key) ?? { first: date, last: date, hasLooseReply: false };
		wanted.set(key, {
			first: Math.min(range.first, date),
			last: Math.max(range.last, date),
			hasLooseReply: range.hasLooseReply || isLoose,
		});
	}
	if (wanted.size === 0) return [];
	const ranges = [...wanted.values()];
	const time = (ms: number): string => new Date(Math.min(Math.max(ms, FIRST_TIME), LAST_TIME)).toISOString();
	return database.query<StoredRow>(SAME_SUBJECT, [
		ownerId,
		accountId,
		[...wanted.keys()],
		ranges.map(({ first }) => time(first - SUBJECT_WINDOW_MS)),
		ranges.map(({ last }) => time(last + SUBJECT_WINDOW_MS)),
		ranges.map(({ hasLooseReply }) => hasLooseReply),
		MAX_CANDIDATES,
	]);
}

const SAME_SUBJECT = `
select c.* from unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::boolean[]) as w (key, since, until, is_loose)
cross join lateral (
	select ${COLUMNS.select("e")}, e.list_unsubscribe ->> 'listId' as "listId"
	from emails e
	where e.owner_id = $1 and e.account_id = $2 and e.subject_key = w.key and e.received_date between w.since and w.until
	order by e.received_date desc limit $7
) c
where w.is_loose or exists (
	select 1 from emails l
	where l.owner_id = $1 and l.account_id = $2 and l.is_loose_reply and l.subject_key = w.key
		and l.received_date between w.since and w.until
)`;

function messageOf(row: StoredRow): SubjectMessage {
	const emails = (list: { email: string }[] | undefined) => (list ?? []).map(({ email }) => email.toLowerCase());
	return {
		key: row.id,
		subject: row.subject,
		from: row.senderEmail,
		recipients: [...emails(row.recipients.to), ...emails(row.recipients.cc)].slice(0, 100),
		listId: listIdOf(
			row.listId,
			row.subject,
			[...(row.recipients.to ?? []), ...(row.recipients.cc ?? [])].slice(0, 100),
		),
		quotedSender: row.quotedSender,
		date: row.receivedDate.getTime(),
		hasReferences: !row.isLooseReply,
		isAutomatic: false,
	};
}

/** 64 bits of a hash, as PostgreSQL's `bigint`: equal keys are compared by their subjects again. */
function keyOf(base: string): string {
	return createHash("sha256").update(base).digest().readBigInt64BE(0).toString();
}
