import { z } from "zod";
import type { Database } from "#kernel/database.ts";
import { badCursor } from "#kernel/errors.ts";
import { listNameOf } from "#shared/mail/list-identity.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { CategorizedSender } from "../contract.ts";
import { categoryOf, countedInScope, isInScope, KEY, type Scope, SENDER } from "./scope.ts";

type Order = "count" | "unread" | "bytes";

interface GroupRow {
	account_id: string;
	key: string;
	count: number;
	unread: number;
	bytes: number;
	categories: CategorizedSender["categories"];
	total: number;
}

interface NewestRow {
	account_id: string;
	key: string;
	sender_name: string;
	sender_email: string;
	subject: string;
	received_date: Date;
	headers: Record<string, string>;
	list_unsubscribe: ListUnsubscribe | null;
	in_reply_to: string | null;
}

export interface SenderPage {
	items: CategorizedSender[];
	total: number;
	nextCursor: string | null;
}

const position = z.tuple([z.number(), z.uuid(), z.string()]);

/** Cursor: the last row's sort value, mailbox and key. @throws AppError 400 `bad-cursor` */
function positionOf(cursor: string): z.infer<typeof position> {
	try {
		return position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
	} catch {
		throw badCursor();
	}
}

/** Senders and lists of a scope, the biggest first. */
export async function listSenders(
	database: Database,
	scope: Scope,
	{ sort, limit, cursor }: { sort: Order; limit: number; cursor?: string | undefined },
): Promise<SenderPage> {
	const [figure, accountId, key] = cursor === undefined ? [null, null, null] : positionOf(cursor);
	const counted = countedInScope(scope, 6);
	const groups = await database.query<GroupRow>(
		`with parts as (
			select account_id, ${KEY} as key, category, sum(email_count)::int as count,
				sum(email_count - read_count)::int as unread, sum(size_bytes)::bigint as bytes
			from ${counted.text} c where category <> '' and ($1::text is null or category = $1)
			group by account_id, key, category having sum(email_count) > 0
		), groups as (
			select account_id, key, sum(count)::int as count, sum(unread)::int as unread, sum(bytes)::bigint as bytes,
				json_agg(json_build_object('category', category, 'count', count) order by count desc, category) as categories
			from parts group by account_id, key having sum(count) > 0
		)
		select *, (select count(*) from groups)::int as total from groups
		where $2::bigint is null or (-${sort}, account_id, key collate "C") > (-$2::bigint, $3::uuid, $4 collate "C")
		order by -${sort}, account_id, key collate "C" limit $5`,
		[categoryOf(scope), figure, accountId, key, limit + 1, ...counted.values],
	);
	const shown = groups.slice(0, limit);
	const newest = await newestOf(database, scope, shown);
	const last = shown.at(-1);
	return {
		items: shown.flatMap((group) => {
			const row = newest.get(`${group.account_id} ${group.key}`);
			// Its last message was just removed.
			return row === undefined ? [] : [present(group, row)];
		}),
		total: groups[0]?.total ?? 0,
		nextCursor:
			groups.length > limit && last !== undefined
				? Buffer.from(JSON.stringify([last[sort], last.account_id, last.key])).toString("base64url")
				: null,
	};
}

function present(group: GroupRow, newest: NewestRow): CategorizedSender {
	const isList = !group.key.startsWith(SENDER);
	const facts = {
		headers: newest.headers,
		listUnsubscribe: newest.list_unsubscribe,
		senderEmail: newest.sender_email,
		senderName: newest.sender_name,
		subject: newest.subject,
		isReply: newest.in_reply_to !== null,
	};
	return {
		accountId: group.account_id,
		key: group.key,
		kind: isList ? "list" : "sender",
		name: isList ? listNameOf(facts) : newest.sender_name || newest.sender_email,
		email: newest.sender_email,
		count: group.count,
		unread: group.unread,
		bytes: group.bytes,
		lastAt: newest.received_date.toISOString(),
		categories: group.categories,
	};
}

/** The newest message of each, by mailbox and key: one index lookup per folder role. */
async function newestOf(
	database: Database,
	scope: Scope,
	groups: readonly { account_id: string; key: string }[],
): Promise<Map<string, NewestRow>> {
	if (groups.length === 0) return new Map();
	const inScope = isInScope({ ...scope, sender: null }, 5);
	const columns = `e.sender_name, e.sender_email, e.subject, e.received_date, e.headers, e.list_unsubscribe, e.in_reply_to`;
	const rows = await database.query<NewestRow>(
		`select g.account_id, g.key, n.* from unnest($2::uuid[], $3::text[]) as g (account_id, key) cross join lateral (
			select * from (
				(select ${columns} from mail_messages_v1 e
				where g.key not like '${SENDER}%' and e.owner_id = $1 and e.account_id = g.account_id
					and e.list_key = g.key and e.list_key <> '' and ${inScope.text}
				order by e.received_date desc limit 1)
				union all
				(select s.* from unnest($4::text[]) as r (role) cross join lateral (
					select ${columns} from mail_messages_v1 e
					where g.key like '${SENDER}%' and e.owner_id = $1 and e.account_id = g.account_id and e.list_key = ''
						and e.sender_email = substr(g.key, ${SENDER.length + 1}) and e.folder_role = r.role and ${inScope.text}
					order by e.received_date desc limit 1
				) s)
			) found order by received_date desc limit 1
		) n`,
		[
			scope.ownerId,
			groups.map((group) => group.account_id),
			groups.map((group) => group.key),
			scope.roles,
			...inScope.values,
		],
	);
	return new Map(rows.map((row) => [`${row.account_id} ${row.key}`, row]));
}
