import type { Database } from "../../db/database.ts";
import type { AccountKey } from "../context/account-scope.ts";
import { type SqlFragment, selectMatching } from "../search/select.ts";

/**
 * A server-side selection of messages: an SQL condition over the alias `e` of `emails`, with parameters numbered from
 * `firstParameter`. Its text must never contain user input.
 */
export type Where = (firstParameter: number) => SqlFragment;

/** Which messages the user chose. */
export interface Choice {
	ids: readonly string[] | null;
	/** Used instead of the search when `ids` is null. */
	where: Where | null;
	/** Used when both are null; limited to the folder where one is given. */
	query: string;
	folder: string | null;
}

/** Messages with their revisions at the time they were found. */
export interface Chosen {
	ids: string[];
	revisions: number[];
}

/** Ids listed per statement: about 50 ms on the embedded database. */
const PAGE = 20_000;

/**
 * The chosen messages of one account, page by page; search results come newest first. Other owners' ids are ignored.
 * @throws AppError 400 `bad-query`, `query-unsearchable`
 */
export async function* chooseMessages(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	choice: Choice,
	now: number,
	page = PAGE,
): AsyncGenerator<Chosen> {
	if (choice.ids !== null) {
		const rows = await database.query<{ id: string; revision: number }>(
			"select id, revision from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
			[ownerId, accountId, choice.ids],
		);
		yield unzip(rows);
		return;
	}
	const select = await selectionOf(database, { ownerId, accountId }, choice, { now, page });
	let last = { date: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
	for (;;) {
		const rows = await database.query<{ id: string; revision: number; date: string }>(select.text, [
			last.date,
			last.id,
			...select.values,
		]);
		yield unzip(rows);
		const end = rows.at(-1);
		if (end === undefined || rows.length < page) return;
		last = end;
	}
}

/** A SELECT of the next page after a date and an id, its first two parameters. */
async function selectionOf(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ query, folder, where }: Choice,
	{ now, page }: { now: number; page: number },
): Promise<SqlFragment> {
	if (where !== null) {
		const condition = where(5);
		return {
			text: `select e.id, e.revision, e.received_date::text as date from emails e
			where e.owner_id = $3 and e.account_id = $4 and (${condition.text})
				and (e.received_date, e.id) < ($1::timestamptz, $2::uuid)
			order by e.received_date desc, e.id desc limit ${page}`,
			values: [ownerId, accountId, ...condition.values],
		};
	}
	const matching = await selectMatching(database, { ownerId, accountId, query, folder, now, firstParameter: 3 });
	return {
		text: `select m.id, m.revision, m.received_date::text as date from (${matching.text}) m
		where (m.received_date, m.id) < ($1::timestamptz, $2::uuid)
		order by m.received_date desc, m.id desc limit ${page}`,
		values: matching.values,
	};
}

function unzip(rows: readonly { id: string; revision: number }[]): Chosen {
	return { ids: rows.map((row) => row.id), revisions: rows.map((row) => row.revision) };
}
