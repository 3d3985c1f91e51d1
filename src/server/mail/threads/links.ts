import { createHash } from "node:crypto";
import { newId } from "#shared/ids.ts";
import type { SubjectMessage } from "#shared/mail/subject-threads.ts";
import { assignThreads, type ThreadNode, threadIds } from "#shared/mail/threading.ts";
import { toSqlJson } from "../../db/json.ts";
import { storable } from "../../db/storable.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { subjectLinks } from "./subject-links.ts";

/** What threading needs to know of a message. */
export interface Threadable {
	/** Unique in the batch. */
	key: string;
	messageId: string | null;
	inReplyTo: readonly string[];
	references: readonly string[];
	/** The provider's own thread id, if it reports one: then it decides, and references are ignored. */
	providerThread: string | null;
	/** For replies without References; absent: the subject is ignored. */
	bySubject?: SubjectMessage;
}

/** Names of links by subject. A message id cannot contain a space. */
const BY_SUBJECT = "subject ";
/** Longest message id stored unchanged: an index entry must fit into a third of a page. */
const MAX_LINK_LENGTH = 600;

/**
 * Finds or creates the threads of new messages and records every id they name. Threads that turn out to be the same are
 * merged, so the result does not depend on the order in which messages arrive.
 * @param threadBefore thread of a message that is linked again: it stays there unless its ids lead elsewhere
 * @returns thread id by message key
 */
export async function linkThreads(
	scope: AccountScope,
	batch: readonly Threadable[],
	threadBefore: (key: string) => string | undefined = () => undefined,
): Promise<Map<string, string>> {
	const { database, ownerId, accountId } = scope;
	const nodes = batch.map(nodeOf);
	const ids = [...new Set(nodes.flatMap(threadIds))];
	const rows = await database.query<{ message_id: string; thread_id: string }>(
		`select message_id, thread_id from email_thread_links
		where owner_id = $1 and account_id = $2 and message_id = any($3::text[])`,
		[ownerId, accountId, ids],
	);
	const known = new Map(rows.map((row) => [row.message_id, row.thread_id]));
	await addSubjectLinks(scope, { batch, nodes, known });
	const { threadOf, links: named, merges } = assignThreads(nodes, known, ({ key }) => threadBefore(key) ?? newId());
	const links = named.filter(([name]) => !name.startsWith(BY_SUBJECT));
	if (links.length > 0)
		await database.exec(
			`insert into email_thread_links (owner_id, account_id, message_id, thread_id)
			select $1, $2, l.m, l.t from json_to_recordset($3) as l (m text, t uuid) on conflict do nothing`,
			[ownerId, accountId, toSqlJson(links.map(([m, t]) => ({ m, t })))],
		);
	if (merges.length > 0) await mergeThreads(scope, merges);
	return threadOf;
}

/** Gives messages that belong together by their subjects a name in common, which is not stored. */
async function addSubjectLinks(
	scope: AccountScope,
	to: { batch: readonly Threadable[]; nodes: ThreadNode[]; known: Map<string, string> },
): Promise<void> {
	const messages = to.batch.flatMap(({ bySubject, providerThread }) =>
		bySubject === undefined || providerThread !== null ? [] : [bySubject],
	);
	if (messages.length === 0) return;
	const index = new Map(to.batch.map(({ key }, i) => [key, i]));
	const name = (key: string, link: string) => {
		const i = index.get(key) as number;
		const node = to.nodes[i] as ThreadNode;
		to.nodes[i] = { ...node, references: [...node.references, link] };
	};
	for (const { key, other } of await subjectLinks(scope, messages)) {
		const isStored = "threadId" in other;
		const link = `${BY_SUBJECT}${isStored ? other.threadId : key}`;
		name(key, link);
		if (isStored) to.known.set(link, other.threadId);
		else name(other.key, link);
	}
}

/** A message with a provider thread is linked by that thread's id and its own id only. */
function nodeOf(message: Threadable): ThreadNode {
	const messageId = message.messageId === null ? null : linkKey(message.messageId);
	if (message.providerThread !== null)
		// A message id cannot contain a space, so the two kinds of name never collide.
		return { key: message.key, messageId, inReplyTo: [], references: [linkKey(`thread ${message.providerThread}`)] };
	return {
		key: message.key,
		messageId,
		inReplyTo: message.inReplyTo.map(linkKey),
		references: message.references.map(linkKey),
	};
}

function linkKey(id: string): string {
	const clean = storable(id);
	if (clean.length <= MAX_LINK_LENGTH) return clean;
	return `sha256 ${createHash("sha256").update(clean).digest("hex")}`;
}

async function mergeThreads(scope: AccountScope, merges: readonly [loser: string, winner: string][]): Promise<void> {
	const { database, ownerId, accountId } = scope;
	const values = [ownerId, accountId, merges.map(([loser]) => loser), merges.map(([, winner]) => winner)];
	await database.exec(
		`with pairs as (select * from unnest($3::uuid[], $4::uuid[]) as p (loser, winner)),
			links as (update email_thread_links l set thread_id = p.winner from pairs p
				where l.owner_id = $1 and l.account_id = $2 and l.thread_id = p.loser)
		update emails e set thread_id = p.winner from pairs p
		where e.owner_id = $1 and e.account_id = $2 and e.thread_id = p.loser`,
		values,
	);
}
