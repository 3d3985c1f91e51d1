import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { unsearchableSentence } from "#shared/search/unsearchable.ts";
import type { Database } from "../../db/database.ts";
import { AppError, badRequest } from "../../errors.ts";
import { accountsOf } from "../store/accounts.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { afterSecond, END, firstPosition } from "../text-index/positions.ts";
import type { WordMatcher } from "../text-index/text-index.ts";
import { unsearchableTerms } from "../text-index/words.ts";
import { compileFound, partsOf } from "./by-index.ts";
import { type Compiled, compile, type Scope } from "./compile.ts";

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
	/** To show a search: what is not indexed yet is left out, instead of an error after a long wait. */
	isForReading?: boolean;
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
 * that cannot be searched for: a bulk change must not ignore part of its query; 503 `search-behind`
 */
export async function selectMatching(database: Database, options: SelectOptions): Promise<SqlFragment> {
	const { ownerId, accountId, folder, now, query, ids } = options;
	const tree = requireSearchable(query);
	const { matcher } = textIndexOf(database);
	const accountIds = accountId === null ? null : [accountId];
	const scope = { ownerId, accountIds, folder, now, isShared: accountIds !== null, ...(ids && { ids }) };
	if (matcher === null) return fragmentOf(compile(tree, scope, options.firstParameter));
	const known = { ...scope, accountIds: accountIds ?? (await accountsOf(database, ownerId, null)) };
	return findOutside(matcher, tree, known, options);
}

/**
 * Reads a query that changes mail, now or later.
 * @throws AppError 400 `bad-query`, `query-unsearchable`, as `selectMatching` does
 */
export function requireSearchable(query: string | Query): Query {
	const tree = typeof query === "string" ? readQuery(query) : query;
	const terms = unsearchableTerms(tree);
	if (terms.length > 0) throw queryUnsearchable(unsearchableSentence(terms), "q");
	partsOf(tree, { ownerId: "", accountIds: [], folder: null, now: 0, isShared: false });
	return tree;
}

/** @param found ids of the messages with the words that narrow the search */
function fragmentOf(compiled: Compiled, found?: readonly string[]): SqlFragment {
	const { parameters, owner, accounts, rest, folders } = compiled;
	const among = `${foundBy(compiled)} ${found === undefined ? "" : `and e.id = any(${parameters.add(found)}::uuid[])`}`;
	return {
		text: `select e.owner_id, e.account_id, e.id, e.provider_id, e.folder_id, e.folder_role, e.is_read, e.is_starred,
			e.is_important, e.labels, e.size_bytes, e.revision, e.received_date
		from emails e where e.owner_id = ${owner} and e.account_id = any(${accounts}) and ${folders} ${among}
			${rest === null ? "" : `and ${rest}`}`,
		values: parameters.values,
	};
}

/** New mail is indexed within milliseconds; a change must not miss or include messages because it is not. */
const WAIT_MS = 30_000;

async function findOutside(
	matcher: WordMatcher,
	query: Query,
	scope: Scope & { accountIds: readonly string[] },
	{ firstParameter = 1, isForReading = false }: Pick<SelectOptions, "firstParameter" | "isForReading">,
): Promise<SqlFragment> {
	const { compiled, leaves } = partsOf(query, scope);
	const { wordsQuery, span } = compiled;
	if (wordsQuery === null && leaves.length === 0) return fragmentOf(compile(query, scope, firstParameter));
	if (!isForReading && !(await matcher.catchUp(WAIT_MS)))
		throw new AppError(503, "search-behind", "Search is still catching up with new mail. Try again in a minute.");
	const [since, until] = span;
	const window = {
		accountIds: scope.accountIds,
		from: Number.isFinite(since) ? firstPosition(since) : 0,
		below: Number.isFinite(until) ? afterSecond(until) : END,
	};
	const all = async (words: Query): Promise<string[]> =>
		(await matcher.all(words, window, Number.MAX_SAFE_INTEGER, scope.ids)) ?? [];
	const sets = await Promise.all(leaves.map(all));
	const found = wordsQuery === null ? undefined : await all(wordsQuery);
	return fragmentOf(compileFound(query, scope, matcher, sets, firstParameter), found);
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
