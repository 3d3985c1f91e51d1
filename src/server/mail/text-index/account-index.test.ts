import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseQuery, type Query } from "#shared/search/query.ts";
import { AccountIndex } from "./account-index.ts";
import { END } from "./positions.ts";

const MESSAGES = 8_000;
const WINDOW = { from: 0, below: END };

let db: DatabaseSync;
let index: AccountIndex;
beforeAll(() => {
	db = new DatabaseSync(":memory:");
	index = new AccountIndex(db, 1, true);
	db.exec("begin");
	for (let n = 0; n < MESSAGES; n++)
		index.add({
			id: idOf(n),
			receivedMs: Date.UTC(2020, 0, 1) + n * 60_000,
			subject: n % 5 === 0 ? "annual report" : "report annual",
			text: "",
			lexemes: `annual report ${n % 3 === 0 ? "third" : "other"}`,
			isHidden: false,
		});
	db.exec("commit");
});
afterAll(() => db.close());

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const among = (query: Query, numbers: readonly number[]): string[] =>
	index.among(query, index.positionsOf(numbers.map(idOf))).map((position) => index.idAt(position));

it.each([
	["far apart", [7_999, 6_000, 3_001, 15, 3, 1]],
	["next to each other", [105, 104, 103, 102, 101, 100]],
	["most of all", Array.from({ length: MESSAGES - 1 }, (_, i) => MESSAGES - 1 - i)],
])("finds which of some messages match, %s", (_, numbers) => {
	expect(among(parseQuery("annual -third"), numbers)).toEqual(numbers.filter((n) => n % 3 !== 0).map(idOf));
	expect(among(parseQuery('"annual report"'), numbers)).toEqual(numbers.filter((n) => n % 5 === 0).map(idOf));
	expect(among(parseQuery("missing"), numbers)).toEqual([]);
});

it.each([
	["whole words", '"annual" "report"', 3],
	["beginnings of words", "annual report", 1],
])("does not hand out all messages between a few of them, by %s", (_, text, factor) => {
	const words = parseQuery(text);
	const fewest = (work: () => void): number =>
		Math.min(
			...Array.from({ length: 5 }, () => {
				const begin = performance.now();
				work();
				return performance.now() - begin;
			}),
		);
	const few = fewest(() => among(words, [0, MESSAGES - 1]));
	const all = fewest(() => index.newest(words, WINDOW, MESSAGES, false));
	expect(few * factor).toBeLessThan(all);
});

it("finds the newest and counts all in one pass, also where many are of one second", () => {
	const other = new AccountIndex(db, 2, true);
	for (let n = 0; n < 300; n++)
		other.add({
			id: idOf(n),
			// The oldest hundred have no date; of the others three are of each second.
			receivedMs: n < 100 ? 0 : Date.UTC(2020, 0, 1) + Math.floor(n / 3) * 1_000,
			subject: "annual report",
			text: "",
			lexemes: `annual report ${n % 4 === 0 ? "fourth" : "other"}`,
			isHidden: n % 10 === 0,
		});
	for (const text of ["annual", "annual -fourth", "four OR missing", "missing", '"annual report"'])
		for (const isVisibleOnly of [true, false])
			for (const limit of [1, 10, 51, 250, 300])
				for (const enough of [5, 90, 301]) {
					const words = parseQuery(text);
					const found = other.newestAndCount(words, WINDOW, limit, enough, isVisibleOnly);
					const count = other.count(words, WINDOW, enough, isVisibleOnly);
					expect(found).toEqual({ ...other.newest(words, WINDOW, limit, isVisibleOnly), count });
				}
});
