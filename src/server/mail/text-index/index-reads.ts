import type { Query } from "#shared/search/query.ts";
import type { AccountIndex, Found } from "./account-index.ts";
import type { IndexFile } from "./index-file.ts";
import type { CountedMatches, Matches, Window } from "./text-index.ts";

/** Searches of the index over several accounts. */

/** See `WordMatcher.newest`. */
export function newest(file: IndexFile, words: Query, window: Window, limit: number, isVisibleOnly: boolean): Matches {
	return merged(
		accountsIn(file, window).map(({ account }) => ({
			account,
			...account.newest(words, window, limit, isVisibleOnly),
		})),
	);
}

/** See `WordMatcher.newestAndCount`. */
export function newestAndCount(
	file: IndexFile,
	words: Query,
	window: Window,
	limit: number,
	enough: number,
	isVisibleOnly: boolean,
): CountedMatches {
	const found = accountsIn(file, window).map(({ account }) => ({
		account,
		...account.newestAndCount(words, window, limit, enough, isVisibleOnly),
	}));
	const count = found.reduce((sum, account) => sum + account.count, 0);
	return { ...merged(found), count: Math.min(count, enough) };
}

/** Combines what was found in each account. */
function merged(found: readonly (Found & { account: AccountIndex })[]): Matches {
	// Below the highest of these, the messages of some account are not known yet.
	const ends = found.flatMap(({ next }) => next ?? []);
	const end = ends.length === 0 ? null : Math.max(...ends);
	const positions = found.flatMap(({ account, positions }) =>
		positions.filter((position) => end === null || position >= end).map((position) => ({ account, position })),
	);
	if (found.length > 1) positions.sort((a, b) => b.position - a.position);
	return { ids: positions.map(({ account, position }) => account.idAt(position)), next: end };
}

/** See `WordMatcher.count`. */
export function count(file: IndexFile, words: Query, window: Window, limit: number, isVisibleOnly: boolean): number {
	let sum = 0;
	for (const { account } of accountsIn(file, window))
		if (sum < limit) sum += account.count(words, window, limit - sum, isVisibleOnly);
	return sum;
}

/** See `WordMatcher.all`. */
export function all(
	file: IndexFile,
	words: Query,
	window: Window,
	limit: number,
	among?: readonly string[],
): string[] | null {
	const ids: string[] = [];
	for (const { account } of accountsIn(file, window)) {
		const positions =
			among === undefined ? allOf(account, words, window, limit) : account.among(words, account.positionsOf(among));
		if (ids.length + positions.length > limit) return null;
		for (const position of positions) ids.push(account.idAt(position));
	}
	return ids;
}

function allOf(account: AccountIndex, words: Query, window: Window, limit: number): number[] {
	return account.newest(words, window, Math.min(limit, Number.MAX_SAFE_INTEGER) + 1, false).positions;
}

/** See `WordMatcher.endOfWindow`. */
export function endOfWindow(file: IndexFile, window: Window, count: number): number | null {
	const ends = accountsIn(file, window).flatMap(({ account }) => account.endOfWindow(window, count) ?? []);
	return ends.length === 0 ? null : Math.max(...ends);
}

/** See `TextIndex.countEach`. */
export function countEach(
	file: IndexFile,
	accountIds: readonly string[],
	lexemes: readonly string[],
	limit: number,
): number[] {
	const accounts = accountIds.flatMap((id) => file.account(id) ?? []);
	return lexemes.map((lexeme) =>
		accounts.reduce((sum, account) => (sum < limit ? sum + account.countLexeme(lexeme, limit - sum) : sum), 0),
	);
}

/** See `TextIndex.hasBeginning`. */
export function hasBeginning(file: IndexFile, accountIds: readonly string[], lexeme: string): boolean {
	return accountIds.some((id) => file.account(id)?.hasBeginning(lexeme) ?? false);
}

/** The words of messages, by id. */
export function readWords(file: IndexFile, accountId: string, ids: readonly string[]): Map<string, string> {
	const account = file.account(accountId);
	if (account === null) return new Map();
	return new Map(
		ids.flatMap((id) => {
			const words = account.words(id);
			return words === null ? [] : [[id, words] as const];
		}),
	);
}

function accountsIn(file: IndexFile, { accountIds }: Window): { account: AccountIndex }[] {
	return accountIds.flatMap((id) => {
		const account = file.account(id);
		return account === null ? [] : [{ account }];
	});
}
