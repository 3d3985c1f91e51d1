import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { unsearchableSentence } from "#shared/search/unsearchable.ts";
import { type AppError, badRequest } from "../../errors.ts";
import { type Compiled, compile } from "./compile.ts";
import { unsearchableTerms } from "./words.ts";

export interface SelectOptions {
	ownerId: string;
	/** Null: all of the owner's accounts. */
	accountId: string | null;
	/** A query in the language of docs/search.md, or a parsed one; empty matches everything outside spam and trash. */
	query: string | Query;
	/** A folder's role or id. */
	folder: string | null;
	/** For `older_than:` and the like; epoch milliseconds. */
	now: number;
	/** Only these messages, a few hundred at most. */
	ids?: readonly string[];
	/** Number of the first `$` parameter that the fragment may use. Default: 1. */
	firstParameter?: number;
}

export interface SqlFragment {
	text: string;
	values: unknown[];
}

/**
 * A SELECT of all matching messages, for use as a subquery or after INSERT INTO. Its columns: `owner_id, account_id,
 * id, provider_id, folder_id, folder_role, is_read, is_starred, is_important, labels, size_bytes, revision,
 * received_date`.
 * @throws AppError 400 `bad-query` with the position of the syntax error; 400 `query-unsearchable` naming the terms
 * that cannot be searched for: a bulk change must not ignore part of its query
 */
export function selectMatching(options: SelectOptions): SqlFragment {
	const { ownerId, accountId, folder, now, query } = options;
	const accountIds = accountId === null ? null : [accountId];
	const scope = {
		ownerId,
		accountIds,
		folder,
		now,
		isShared: accountIds !== null,
		...(options.ids && { ids: options.ids }),
	};
	const tree = typeof query === "string" ? readQuery(query) : query;
	const terms = unsearchableTerms(tree);
	if (terms.length > 0) throw queryUnsearchable(unsearchableSentence(terms), "q");
	const compiled = compile(tree, scope, options.firstParameter);
	const { parameters, owner, accounts, rest, folders } = compiled;
	const found = foundBy(compiled);
	return {
		text: `select e.owner_id, e.account_id, e.id, e.provider_id, e.folder_id, e.folder_role, e.is_read, e.is_starred,
			e.is_important, e.labels, e.size_bytes, e.revision, e.received_date
		from emails e where e.owner_id = ${owner} and e.account_id = any(${accounts}) and ${folders} ${found}
			${rest === null ? "" : `and ${rest}`}`,
		values: parameters.values,
	};
}

/** Condition over `e` for the words' hits and for the ids. */
function foundBy({ hits, words, ids }: Compiled): string {
	const among = ids === null ? "" : `and e.id = any(${ids})`;
	if (words === null) return among;
	if (ids === null) return `and e.id in (select h.email_id from ${hits?.("null")} h)`;
	return `${among} and (select s.lexemes @@ ${words} from email_search s where s.owner_id = e.owner_id
		and s.account_id = e.account_id and s.email_id = e.id)`;
}

/** @param field the field that the sentence belongs to */
export function queryUnsearchable(sentence: string, field: string): AppError {
	return badRequest("query-unsearchable", sentence, { [field]: sentence });
}

/** @throws AppError 400 `bad-query` with the position in its message */
export function readQuery(text: string): Query {
	try {
		return parseQuery(text);
	} catch (cause) {
		if (!(cause instanceof QueryError)) throw cause;
		const sentence = `${cause.message} (at character ${cause.position + 1})`;
		throw badRequest("bad-query", sentence, { q: sentence });
	}
}
