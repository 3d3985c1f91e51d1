import type { Query } from "#shared/search/query.ts";
import type { AccountScope } from "../context/account-scope.ts";

/** The index of the words of stored messages, with an implementation for each database. */

/** A message to be indexed. */
export interface IndexedMessage {
	id: string;
	/** Received date, epoch milliseconds. */
	receivedMs: number;
	subject: string;
	text: string;
	/** Tokens of `src/shared/search/tokens.ts`, separated by spaces. */
	lexemes: string;
	/** In spam or trash, which searches leave out unless they name folders. */
	isHidden: boolean;
	/** Text of its attachments, whose words are among the lexemes; absent: they have none, or it is not read yet. */
	attachmentText?: string;
}

export interface TextIndex {
	/** Finds messages by words; null: statements match words in the database themselves. */
	readonly matcher: WordMatcher | null;
	/** Waits until a batch of messages can be added; call it before the transaction. */
	waitForRoom(): Promise<void>;
	/** Adds messages, once each, in the transaction that stores them. */
	add(scope: AccountScope, messages: readonly IndexedMessage[]): Promise<void>;
	/** Indexes messages again, whose text has changed, in the transaction that changes it. */
	replace(scope: AccountScope, messages: readonly IndexedMessage[]): Promise<void>;
	/** Removes messages in the transaction that deletes them. */
	remove(scope: AccountScope, ids: readonly string[]): Promise<void>;
	/** Records which messages have moved into spam or trash, or out of them. */
	hide(scope: AccountScope, messages: readonly { id: string; isHidden: boolean }[]): Promise<void>;
	/** Removes an account, in the transaction that begins to delete its mail. */
	removeAccount(scope: AccountScope): Promise<void>;
	/**
	 * The words of messages, as `searchWordsOf` returns them, by id; messages whose words are not known are left out.
	 */
	readWords(ownerId: string, accountId: string, ids: readonly string[]): Promise<Map<string, string>>;
	/** For each lexeme, the number of messages that have it, up to a limit. */
	countEach(
		ownerId: string,
		accountIds: readonly string[],
		lexemes: readonly string[],
		limit: number,
	): Promise<number[]>;
	/** Whether a message has a lexeme that begins like this. */
	hasBeginning(ownerId: string, accountIds: readonly string[], lexeme: string): Promise<boolean>;
	/** Number of messages with a body that are not indexed yet, up to a limit. */
	countMissing(ownerId: string, accountIds: readonly string[], limit: number): Promise<number>;
	/** Waits until the index has everything that was committed, and the outbox nothing of it. */
	flush(): Promise<void>;
	/**
	 * Compares the index with the stored messages, except those that `countMissing` counts.
	 * @returns what differs, empty if nothing does
	 */
	verify(): Promise<IndexDifference[]>;
	/** Discards everything indexed and indexes all stored messages again, in the background. */
	rebuild(): Promise<void>;
	close(): Promise<void>;
}

export interface IndexDifference {
	/** Null: the index as a whole. */
	accountId: string | null;
	/** Null: the account as a whole. */
	emailId: string | null;
	/** `outdated`: without the text of its attachments; as a whole: of another state of the database. */
	what: "missing" | "empty" | "extra" | "hidden" | "outdated" | "damaged";
}

/** A window of an account list's messages, newest first. Positions increase with the received date. */
export interface Window {
	accountIds: readonly string[];
	/** Exclusive. */
	below: number;
	/** Inclusive. */
	from: number;
}

export interface Matches {
	ids: string[];
	/** Position below which the search continues; null: there are no more. */
	next: number | null;
}

export interface CountedMatches extends Matches {
	count: number;
}

/**
 * Finds messages by a query for which `isAboutWords` holds.
 * @throws AppError 503 `search-unavailable` while the index cannot be opened
 */
export interface WordMatcher {
	/** Waits until the index has everything that was committed before. @returns false after the timeout */
	catchUp(timeoutMs: number): Promise<boolean>;
	/** Number of messages of these accounts that were committed before and are not in the index yet. */
	countWaiting(accountIds: readonly string[]): Promise<number>;
	/**
	 * The newest matching messages of a window: at least `limit` if there are as many, with all that were received in
	 * the same second as the last.
	 */
	newest(words: Query, window: Window, limit: number, isVisibleOnly: boolean): Promise<Matches>;
	/** Number of messages of a window with all the words, up to a limit; phrases count as all of their words. */
	count(words: Query, window: Window, limit: number, isVisibleOnly: boolean): Promise<number>;
	/**
	 * The newest, and the number of all up to `enough`, in one pass over the index: a prefix is merged from all words that
	 * begin with it in each.
	 */
	newestAndCount(
		words: Query,
		window: Window,
		limit: number,
		enough: number,
		isVisibleOnly: boolean,
	): Promise<CountedMatches>;
	/** All matching messages of a window; null if they are more than `limit`. @param among only these messages */
	all(words: Query, window: Window, limit: number, among?: readonly string[]): Promise<string[] | null>;
	/** Position below which a window with about `count` messages ends; null: all are in it. */
	endOfWindow(window: Window, count: number): Promise<number | null>;
	/** Accounts whose older messages are not indexed yet. */
	incomplete(accountIds: readonly string[]): IncompleteAccount[];
}

/** An account of which messages up to this one are not indexed; null: none are. */
export interface IncompleteAccount {
	accountId: string;
	from: { date: string; id: string } | null;
}
