import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { badRequest } from "../../errors.ts";
import { compile } from "./compile.ts";

export interface SelectOptions {
	ownerId: string;
	/** Null: all of the owner's accounts. */
	accountId: string | null;
	/** With operators, see docs/search.md; empty matches everything outside spam and trash. */
	query: string;
	/** A folder's role or id. */
	folder: string | null;
	/** For `older_than:` and the like; epoch milliseconds. */
	now: number;
	/** Number of the first `$` parameter that the fragment may use, 1 when it stands alone. */
	firstParameter?: number;
}

export interface SqlFragment {
	text: string;
	values: unknown[];
}

/**
 * A SELECT of all messages that match, for use as a subquery or after INSERT INTO. Its columns:
 * `owner_id, account_id, id, provider_id, folder_id, folder_role, is_read, is_starred, is_important, labels, size_bytes, revision, received_date`.
 * @throws AppError `bad-query` naming the position of what cannot be understood
 */
export function selectMatching(options: SelectOptions): SqlFragment {
	const { ownerId, accountId, folder, now } = options;
	const accountIds = accountId === null ? null : [accountId];
	const scope = { ownerId, accountIds, folder, now, isShared: accountIds !== null };
	const { parameters, owner, accounts, hits, rest, folders } = compile(
		readQuery(options.query),
		scope,
		options.firstParameter,
	);
	const found = hits === null ? "" : `and e.id in (select h.email_id from ${hits("null")} h)`;
	return {
		text: `select e.owner_id, e.account_id, e.id, e.provider_id, e.folder_id, e.folder_role, e.is_read, e.is_starred,
			e.is_important, e.labels, e.size_bytes, e.revision, e.received_date
		from emails e where e.owner_id = ${owner} and e.account_id = any(${accounts}) and ${folders} ${found}
			${rest === null ? "" : `and ${rest}`}`,
		values: parameters.values,
	};
}

/** @throws AppError 400 `bad-query` with the position in its words */
export function readQuery(text: string): Query {
	try {
		return parseQuery(text);
	} catch (cause) {
		if (!(cause instanceof QueryError)) throw cause;
		const sentence = `${cause.message} (at character ${cause.position + 1})`;
		throw badRequest("bad-query", sentence, { q: sentence });
	}
}
