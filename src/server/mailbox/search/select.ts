import { badRequest } from "../../errors.ts";

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
	throw badRequest("bad-query", `Searching is not ready: ${options.query}`);
}
