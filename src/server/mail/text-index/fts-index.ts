import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { pause } from "#shared/pause.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../errors.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { compareAccount, type IndexReader } from "./compare.ts";
import type { TextSource } from "./content.ts";
import { Follower } from "./follower.ts";
import type { IndexChange } from "./index-file.ts";
import { countStored, listAccountIds, writeOutbox } from "./outbox.ts";
import type { IndexDifference, TextIndex, WordMatcher } from "./text-index.ts";

/** The text index of the embedded database: SQLite's FTS5 in a file of the data folder, see decision note 14. */
export interface FtsIndex extends TextIndex {
	readonly matcher: WordMatcher;
	/** Sets how the text of stored messages is read, for messages that are not indexed yet. */
	attach(source: TextSource, log: IndexLog): void;
	/** Resolves when all stored messages are indexed. */
	rebuilt(): Promise<void>;
	/** Removes what deleted messages left in the index. */
	maintain(): Promise<void>;
}

export interface IndexLog {
	warn(fields: { event: string; err: unknown }, sentence: string): void;
}

const FOLDER = "search";
/** While users wait for the database, the index is built slowly. */
const PACE_MS = 20;
/** Words are read once the index has what was committed before. */
const READ_TIMEOUT_MS = 30_000;
/** Users do not wait longer for a file that cannot be opened, on a full disk for example. */
const OPEN_TIMEOUT_MS = 2_000;

/** By the connections, which several objects may share. */
const indexes = new WeakMap<Database["pool"], FtsIndex>();
/** The first use may be in a transaction, which the index must not use. */
const outsideTransaction = AsyncLocalStorage.snapshot();

/** The index of an embedded database, which is opened with its first use and closed with it. */
export function ftsIndexOf(database: Database): FtsIndex {
	const known = indexes.get(database.pool);
	if (known !== undefined) return known;
	const opened = outsideTransaction(() => openIndex(database));
	indexes.set(database.pool, opened);
	database.beforeClose(() => opened.close());
	return opened;
}

/** Where the index of the embedded database is. */
export function indexPath(dataDir: string): string {
	return join(dataDir, FOLDER, "index.db");
}

function openIndex(database: Database): FtsIndex {
	let log: IndexLog | null = null;
	let setSource: (source: TextSource) => void = () => undefined;
	const attached = new Promise<TextSource>((resolve) => {
		setSource = resolve;
	});
	const follower = new Follower({
		database,
		path: indexPath(database.dataDir ?? ""),
		source: (signal) => Promise.race([attached, aborted(signal)]),
		pace: (signal) => pause(PACE_MS, signal),
		onFailure: (event, err) => log?.warn({ event, err }, "The search index will try again."),
	});
	async function write(scope: AccountScope, ids: string[] | null, change: Omit<IndexChange, "accountId">) {
		const position = await writeOutbox(scope, ids, change.replace !== undefined);
		follower.offer({ ...change, accountId: scope.accountId, position });
		database.afterCommit(() => follower.announce(position));
	}
	return {
		matcher: matcherOf(follower),
		attach(source, logger) {
			log = logger;
			setSource(source);
		},
		waitForRoom: () => follower.waitForRoom(),
		async add(scope, add) {
			const ids = add.map(({ id }) => id);
			if (ids.length > 0) await write(scope, ids, { add });
		},
		async replace(scope, replace) {
			const ids = replace.map(({ id }) => id);
			if (ids.length > 0) await write(scope, ids, { replace });
		},
		async remove(scope, ids) {
			if (ids.length > 0) await write(scope, [...ids], { remove: ids });
		},
		async hide(scope, hide) {
			const ids = hide.map(({ id }) => id);
			if (ids.length > 0) await write(scope, ids, { hide });
		},
		removeAccount: (scope) => write(scope, null, { isRemoved: true }),
		async readWords(_ownerId, accountId, ids) {
			await follower.catchUp(READ_TIMEOUT_MS);
			return follower.call("readWords", accountId, ids);
		},
		async countEach(_ownerId, accountIds, lexemes, limit) {
			if (!(await follower.opened(OPEN_TIMEOUT_MS))) throw searchUnavailable();
			return follower.call("countEach", accountIds, lexemes, limit);
		},
		async hasBeginning(_ownerId, accountIds, lexeme) {
			if (!(await follower.opened(OPEN_TIMEOUT_MS))) throw searchUnavailable();
			return follower.call("hasBeginning", accountIds, lexeme);
		},
		async countMissing(ownerId, accountIds, limit) {
			const isOpen = await follower.opened(OPEN_TIMEOUT_MS);
			let count = isOpen ? Math.min(await follower.countWaiting(accountIds), limit) : 0;
			const unknown = isOpen
				? follower.rebuilding.incomplete(accountIds)
				: accountIds.map((accountId) => ({ accountId, from: null }));
			for (const { accountId, from } of unknown)
				if (count < limit) count += await countStored(database, { ownerId, accountId }, from, limit - count);
			return count;
		},
		verify: () => verify(database, follower),
		rebuild: () => follower.rebuild(),
		rebuilt: async () => {
			await follower.catchUp(READ_TIMEOUT_MS);
			await follower.rebuilding.finished();
		},
		async flush() {
			await follower.catchUp(READ_TIMEOUT_MS);
			await follower.flush();
		},
		async maintain() {
			while (await follower.call("optimize"));
		},
		close: () => follower.close(),
	};
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const stop = (): void => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
}

function searchUnavailable(): AppError {
	return new AppError(503, "search-unavailable", "Search is not available at the moment. Try again in a minute.");
}

function matcherOf(follower: Follower): WordMatcher {
	const search: Follower["call"] = async (operation, ...args) => {
		if (!(await follower.opened(OPEN_TIMEOUT_MS))) throw searchUnavailable();
		return follower.call(operation, ...args);
	};
	return {
		catchUp: (timeoutMs) => follower.catchUp(timeoutMs),
		countWaiting: (accountIds) => follower.countWaiting(accountIds),
		newest: (...args) => search("newest", ...args),
		count: (...args) => search("count", ...args),
		newestAndCount: (...args) => search("newestAndCount", ...args),
		all: (...args) => search("all", ...args),
		endOfWindow: (...args) => search("endOfWindow", ...args),
		incomplete: (accountIds) => follower.rebuilding.incomplete(accountIds),
	};
}

async function verify(database: Database, follower: Follower): Promise<IndexDifference[]> {
	await follower.catchUp(READ_TIMEOUT_MS);
	const differences: IndexDifference[] = (await follower.call("damaged")).map((accountId) => ({
		accountId,
		emailId: null,
		what: "damaged",
	}));
	const { accounts } = await follower.call("state");
	const ids = new Set(accounts.map(({ accountId }) => accountId));
	const reader: IndexReader = {
		list: (...args) => follower.call("list", ...args),
		readWords: (...args) => follower.call("readWords", ...args),
	};
	for (const account of await listAccountIds(database)) {
		ids.delete(account.accountId);
		const [pending] = follower.rebuilding.incomplete([account.accountId]);
		await compareAccount(database, reader, account, { pending, differences });
	}
	for (const accountId of ids) differences.push({ accountId, emailId: null, what: "extra" });
	return differences;
}
