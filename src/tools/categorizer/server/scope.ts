import type { Database } from "#kernel/database.ts";
import { accountsOf, countedIn, dateRangeOf, distrusted, RECEIVED_ROLES, type SqlFragment } from "#kernel/mail.ts";
import type { FolderRole } from "#kernel/mailbox.ts";
import type { Category } from "#shared/mail/categories.ts";
import { type Group, SUSPICIOUS } from "../groups.ts";

/** Filters of the routes. */
export interface Scope {
	ownerId: string;
	accountIds: string[];
	from: Date;
	/** Exclusive. */
	until: Date;
	roles: FolderRole[];
	/** Null: all of them, without the suspicious ones. */
	category: Group | null;
	/** Key of one sender or list; null: all. */
	sender: string | null;
}

interface ScopeQuery {
	account?: string | undefined;
	from?: string | undefined;
	until?: string | undefined;
	folders: boolean;
	archived: boolean;
	category?: Group | undefined;
	sender?: string | undefined;
}

/** @throws AppError 400 `bad-range` */
export async function scopeOf(database: Database, ownerId: string, query: ScopeQuery): Promise<Scope> {
	const span = dateRangeOf(query);
	return {
		...{ ownerId, ...span },
		accountIds: await accountsOf(database, ownerId, query.account ?? null),
		roles: RECEIVED_ROLES.filter((role) => role === "inbox" || (role === "archive" ? query.archived : query.folders)),
		category: query.category ?? null,
		sender: query.sender ?? null,
	};
}

/** Prefix of the key of a sender whose mail belongs to no list; no list key starts with it. */
export const SENDER = "sender:";

/** SQL for the key of a sender or list, over columns of these names. */
export const KEY = `case when list_key = '' then '${SENDER}' || sender_email else list_key end`;

/** Over the alias `e` of `emails`: messages of one sender or list. */
export function isFrom(key: string, parameter: number): SqlFragment {
	// Both match an index: emails_sender, and emails_list, which contains only rows with a key.
	return key.startsWith(SENDER)
		? { text: `e.sender_email = $${parameter} and e.list_key = ''`, values: [key.slice(SENDER.length)] }
		: { text: `e.list_key = $${parameter} and e.list_key <> ''`, values: [key] };
}

/** Over the alias `e` of `emails`: the messages of a scope, without owner and account. The rollups count the same messages. */
export function isInScope(scope: Scope, firstParameter: number): SqlFragment {
	const values: unknown[] = [];
	const add = (value: unknown): string => `$${firstParameter + values.push(value) - 1}`;
	const parts = [
		`e.received_date >= ${add(scope.from)}::timestamptz`,
		`e.received_date < ${add(scope.until)}::timestamptz`,
		`e.folder_role = any(${add(scope.roles)}::text[]) and e.list_key is not null`,
		categoryOf(scope) === null ? "e.category is not null" : `e.category = ${add(categoryOf(scope))}`,
		scope.category === SUSPICIOUS ? distrusted("e") : `not ${distrusted("e")}`,
	];
	if (scope.sender !== null) {
		const from = isFrom(scope.sender, firstParameter + values.length);
		values.push(...from.values);
		parts.push(from.text);
	}
	return { text: parts.join(" and "), values };
}

/** Of a scope; null: all, and of the suspicious ones any. */
export function categoryOf({ category }: Pick<Scope, "category">): Category | null {
	return category === SUSPICIOUS ? null : category;
}

/**
 * Counts of a scope's messages of all categories, in the columns that `countedIn` has: without the suspicious ones, which
 * the rollups contain, or of these alone.
 */
export function countedInScope(scope: Scope, firstParameter: number): SqlFragment {
	const isSuspicious = scope.category === SUSPICIOUS;
	const all = isSuspicious ? null : countedIn({ ...scope, firstParameter });
	const first = firstParameter + (all?.values.length ?? 0);
	const sign = isSuspicious ? "" : "-";
	const left = `select account_id, category, list_key, sender_email, ${sign}1 as email_count,
		${sign}is_read::int as read_count, ${sign}size_bytes as size_bytes
	from mail_messages_v1 e where owner_id = $${first} and account_id = any($${first + 1}::uuid[]) and ${distrusted("e")}
		and folder_role = any($${first + 2}::text[]) and list_key is not null and category is not null
		and received_date >= $${first + 3}::timestamptz and received_date < $${first + 4}::timestamptz`;
	const values = [scope.ownerId, scope.accountIds, scope.roles, scope.from, scope.until];
	if (all === null) return { text: `(${left})`, values };
	const columns = "account_id, category, list_key, sender_email, email_count, read_count, size_bytes";
	return { text: `(select ${columns} from ${all.text} c union all ${left})`, values: [...all.values, ...values] };
}
