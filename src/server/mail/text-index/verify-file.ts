import { existsSync, statSync } from "node:fs";
import type { Database } from "../../db/database.ts";
import { compareAccount, type IndexReader } from "./compare.ts";
import { IndexFile, type OpenedFile } from "./index-file.ts";
import { readWords } from "./index-reads.ts";
import { listAccountIds, listWaiting, readKnownOutboxState } from "./outbox.ts";
import { damageOf } from "./read-file.ts";
import type { IndexDifference } from "./text-index.ts";

/**
 * Compares an index file that no server has open with the stored messages, and changes nothing. What a server would add
 * at its start, because the outbox has it, is no difference.
 * @param page messages compared at once, if not the usual number
 * @returns what differs, empty if nothing does
 */
export async function verifyIndexFile(database: Database, path: string, page?: number): Promise<IndexDifference[]> {
	const accounts = await listAccountIds(database);
	const whole = (what: IndexDifference["what"]): IndexDifference[] => [{ accountId: null, emailId: null, what }];
	if (!existsSync(path)) return accounts.length === 0 ? [] : whole("missing");
	if (statSync(path).size === 0) return whole("empty");
	if (damageOf(path, false) !== null) return whole("damaged");
	let file: IndexFile;
	try {
		file = new IndexFile(path, { readOnly: true });
	} catch {
		return whole("damaged");
	}
	try {
		return await compareFile(database, file, accounts, page);
	} finally {
		file.close();
	}
}

async function compareFile(
	database: Database,
	file: IndexFile,
	accounts: readonly { ownerId: string; accountId: string }[],
	page: number | undefined,
): Promise<IndexDifference[]> {
	const state = file.state();
	const outbox = await readKnownOutboxState(database);
	if (outbox !== null && !belongsTo(state, outbox)) return [{ accountId: null, emailId: null, what: "outdated" }];
	const known = new Map(state.accounts.map((account) => [account.accountId, account]));
	const waiting = await listWaiting(database, state.position);
	const reader: IndexReader = {
		list: async (accountId, after, limit) => file.account(accountId)?.list(after, limit) ?? [],
		readWords: async (accountId, ids) => readWords(file, accountId, ids),
	};
	const differences: IndexDifference[] = [];
	for (const account of accounts) {
		const { accountId } = account;
		const found = known.get(accountId);
		known.delete(accountId);
		const ids = waiting.get(accountId);
		const pending = found?.isComplete === false ? { from: found.from } : undefined;
		const compared: IndexDifference[] = [];
		await compareAccount(database, reader, account, { pending, differences: compared }, page);
		differences.push(...compared.filter(({ emailId }) => emailId === null || ids?.has(emailId) !== true));
	}
	for (const accountId of known.keys())
		if (!waiting.has(accountId)) differences.push({ accountId, emailId: null, what: "extra" });
	return differences;
}

/** Otherwise a server builds the index again. */
function belongsTo(file: OpenedFile, outbox: { databaseId: string; trimmedTo: number; last: number }): boolean {
	return file.databaseId === outbox.databaseId && file.position >= outbox.trimmedTo && file.position <= outbox.last;
}
