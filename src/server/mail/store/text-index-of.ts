import type { Database } from "../../db/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { ftsIndexOf } from "../text-index/fts-index.ts";
import type { TextIndex } from "../text-index/text-index.ts";
import { withoutAttachmentWords } from "../text-index/words.ts";
import { postgresIndex } from "./postgres-index.ts";

const onPostgres = new WeakMap<Database, TextIndex>();

/** The text index of a database. */
export function textIndexOf(database: Database): TextIndex {
	if (database.embedded) return ftsIndexOf(database);
	const index = onPostgres.get(database) ?? postgresIndex(database);
	onPostgres.set(database, index);
	return index;
}

/**
 * The words of messages by id, for comparing texts: one line with the subject's and one with the body's, each word
 * surrounded by spaces. Messages without a body are left out.
 */
export async function readWords(
	database: Database,
	account: { ownerId: string; accountId: string },
	ids: readonly string[],
): Promise<Map<string, string>> {
	const words = await textIndexOf(database).readWords(account.ownerId, account.accountId, ids);
	return new Map([...words].map(([id, text]) => [id, withoutAttachmentWords(text)]));
}

/** Searches leave out mail in folders of this role, unless they name folders. */
export function isHiddenRole(role: FolderRole): boolean {
	return role === "spam" || role === "trash";
}
