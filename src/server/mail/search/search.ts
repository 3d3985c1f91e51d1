import type { Query } from "#shared/search/query.ts";
import type { Database } from "../../db/database.ts";
import { accountsOf } from "../store/accounts.ts";
import { cursorOf, type EmailCursor, ITEM_COLUMNS, type ItemRow } from "../store/read/items.ts";
import { type EmailPage, type ListOptions, pageOf } from "../store/read/list.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { unsearchableTerms } from "../text-index/words.ts";
import { type Limits, searchByIndex } from "./by-index.ts";
import { type Compiled, compile, type Scope } from "./compile.ts";
import { readQuery } from "./select.ts";

const LIMITS: Limits = { few: 2_000, counted: 10_000, window: 500, readTexts: 400, countedWindow: 32_000 };

/**
 * Matching messages, newest first. See docs/search.md for the language. The page lists terms that cannot be searched
 * for.
 * @throws AppError 400 `bad-query`
 */
export async function searchEmails(
	database: Database,
	ownerId: string,
	options: ListOptions & { query: string; now: number; limits?: Limits },
): Promise<EmailPage> {
	const query = readQuery(options.query);
	const accountIds = await accountsOf(database, ownerId, options.accountId);
	const scope = { ownerId, accountIds, folder: options.folder, now: options.now, isShared: !database.embedded };
	return { ...(await runSearch(database, query, scope, options)), unsearchable: unsearchableTerms(query) };
}

/**
 * Runs a search.
 * @param extra SQL over `e` that matches must also meet, given the statement's parameters
 */
export async function runSearch(
	database: Database,
	query: Query,
	scope: Scope & { accountIds: readonly string[] },
	options: Pick<ListOptions, "limit" | "cursor"> & { limits?: Limits },
	extra?: (add: (value: unknown) => string) => string,
): Promise<EmailPage> {
	const limits = options.limits ?? LIMITS;
	const { matcher } = textIndexOf(database);
	if (matcher !== null) {
		const { limit } = options;
		const after = cursorOf(options.cursor);
		const page = await searchByIndex({ database, matcher, query, scope, after, limit, limits, extra });
		if (page !== null) return page;
	}
	const prepare = (): Prepared => {
		const compiled = compile(query, scope);
		const more = extra?.((value) => compiled.parameters.add(value));
		const rest = [compiled.rest, more].filter((part) => part !== null && part !== undefined).join(" and ");
		return new Prepared(compiled, rest === "" ? null : rest, cursorOf(options.cursor), options.limit + 1, limits);
	};
	if (prepare().compiled.hits === null) return withoutWords(database, prepare, options.limit);
	const first = await countHits(database, prepare());
	if (first.hits <= limits.few) return pageOf(first.rows, options.limit, first.total, true);
	const needs = { isCommon: first.hits > limits.counted, isCounted: first.visible === null, limit: options.limit };
	const found = await newestOf(database, prepare, needs);
	if (first.visible !== null)
		return pageOf(found.rows, options.limit, Math.min(first.visible, limits.counted), first.hits <= limits.counted);
	return pageOf(found.rows, options.limit, found.total, found.isAll && cursorOf(options.cursor) === null);
}

/** SQL fragments that the statements below are built from. */
class Prepared {
	readonly compiled: Compiled;
	/** Boolean over `e`; null when the hits cover all conditions. */
	readonly rest: string | null;
	/** SQL of the cursor after which the page starts. */
	readonly cursorDate: string;
	readonly cursorId: string;
	readonly limit: string;
	readonly limits: Limits;

	constructor(compiled: Compiled, rest: string | null, after: EmailCursor | null, limit: number, limits: Limits) {
		const { parameters } = compiled;
		this.compiled = compiled;
		this.rest = rest;
		this.limits = limits;
		this.cursorDate = `${parameters.add(after?.date ?? "infinity")}::timestamptz`;
		this.cursorId = `${parameters.add(after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff")}::uuid`;
		this.limit = `${parameters.add(limit)}::int`;
	}

	get values(): unknown[] {
		return this.compiled.parameters.values;
	}

	/** Conditions that a match must meet in addition to the hits. */
	get conditions(): string {
		return this.rest === null ? this.compiled.folders : `${this.compiled.folders} and ${this.rest}`;
	}

	/** Joins `emails e` to hits `h`. */
	get joined(): string {
		return `emails e on e.owner_id = ${this.compiled.owner} and e.account_id = h.account_id and e.id = h.email_id`;
	}

	hits(limit: string, until?: string): string {
		if (this.compiled.hits === null) throw new Error("This search has no words");
		return this.compiled.hits(limit, until);
	}

	/** Only hits at or before the page's cursor. */
	hitsFromCursor(): string {
		return this.hits("null", `${this.cursorDate} + interval '1 microsecond'`);
	}
}

interface HitCounts {
	/** Messages with the words; counting stops one above `counted`. */
	hits: number;
	/** Of those, the ones outside spam and trash, if that is the only other condition. */
	visible: number | null;
	/** Set when there are few hits: the number of all matches, and the page's rows. */
	total: number;
	rows: ItemRow[];
}

/** Counts the hits; when they are few, also finds the matches among them. */
async function countHits(database: Database, p: Prepared): Promise<HitCounts> {
	const { compiled } = p;
	const canSee = p.rest === null && compiled.isEverywhere !== null;
	// Uncorrelated, so that the few messages in spam and trash are read once instead of looked up for every hit.
	const visible =
		compiled.isEverywhere === "all"
			? "true"
			: `h.email_id not in (select x.id from email_folders f join emails x on x.owner_id = f.owner_id
				and x.account_id = f.account_id and x.folder_id = f.id
				where f.owner_id = ${compiled.owner} and f.role in ('spam', 'trash') and f.total_count > 0)`;
	const rows = await database.query<ItemRow & { hits: number; visible: number | null; total: number }>(
		`with hits as materialized (select * from ${p.hits(String(p.limits.counted + 1))}),
			few as materialized (select h.account_id, h.email_id, h.received_date from hits h join ${p.joined}
				where (select count(*) from hits) <= ${p.limits.few} and ${p.conditions}),
			page as (select * from few where (received_date, email_id) < (${p.cursorDate}, ${p.cursorId})
				order by received_date desc, email_id desc limit ${p.limit})
		select counts.*, page.* from (
			select (select count(*) from hits) as hits, (select count(*) from few) as total,
				case when ${canSee} and (select count(*) from hits) > ${p.limits.few}
					then (select count(*) from hits h where ${visible}) end as visible
		) counts left join lateral (
			select ${ITEM_COLUMNS} from page h join ${p.joined} order by e.received_date desc, e.id desc
		) page on true`,
		p.values,
	);
	const [row] = rows;
	return {
		hits: row?.hits ?? 0,
		visible: row?.visible ?? null,
		total: row?.total ?? 0,
		rows: rows.filter((one) => one.id !== null),
	};
}

interface Found {
	/** One more than the limit if there are more. */
	rows: ItemRow[];
	/** Matches among the hits examined, after the page's cursor. */
	total: number;
	/** All hits were examined. */
	isAll: boolean;
}

/** A page of a search with many hits. Each strategy gives up before it reads much; the last one always succeeds. */
async function newestOf(
	database: Database,
	prepare: () => Prepared,
	{ isCommon, isCounted, limit }: { isCommon: boolean; isCounted: boolean; limit: number },
): Promise<Found> {
	if (isCommon) {
		// Common words: scanning the newest messages soon finds enough.
		const rows = await scanNewest(database, prepare());
		if (rows.length > limit) return { rows, total: rows.length, isAll: false };
	}
	const some = await newest(database, prepare(), prepare().limits.few, isCounted);
	return some.rows.length > limit || some.isAll ? some : newest(database, prepare(), null, isCounted);
}

/** Scans messages by date and checks each for the words. */
async function scanNewest(database: Database, p: Prepared): Promise<ItemRow[]> {
	const { owner, accounts, words } = p.compiled;
	return database.query<ItemRow>(
		`select ${ITEM_COLUMNS} from (
			select e.* from unnest(${accounts}) as a (id) cross join lateral (
				select e.* from emails e where e.owner_id = ${owner} and e.account_id = a.id
					and (e.received_date, e.id) < (${p.cursorDate}, ${p.cursorId})
				order by e.received_date desc, e.id desc limit ${p.limits.few}
			) e order by e.received_date desc, e.id desc limit ${p.limits.few}
		) e where ${p.conditions} and (select s.lexemes @@ ${words} from email_search s where s.owner_id = e.owner_id
			and s.account_id = e.account_id and s.email_id = e.id)
		order by e.received_date desc, e.id desc limit ${p.limit}`,
		p.values,
	);
}

/**
 * Takes the newest hits first, then filters them.
 * @param window number of hits to examine; null for all
 * @param isCounted false: no more hits are looked up than the page needs, and the total is meaningless
 */
async function newest(database: Database, p: Prepared, window: number | null, isCounted: boolean): Promise<Found> {
	const rows = await database.query<ItemRow & { seen: number; total: number }>(
		`with candidates as materialized (select * from ${p.hitsFromCursor()} h
			where (h.received_date, h.email_id) < (${p.cursorDate}, ${p.cursorId})
			${window === null ? "" : `order by h.received_date desc, h.email_id desc limit ${window}`}
		), matched as materialized (
			select h.* from candidates h join ${p.joined} where ${p.conditions}
			${isCounted ? "" : `order by h.received_date desc, h.email_id desc limit ${p.limit}`}
		)
		select counts.*, page.* from (
			select (select count(*) from candidates) as seen, (select count(*) from matched) as total
		) counts left join lateral (
			select ${ITEM_COLUMNS} from (
				select * from matched order by received_date desc, email_id desc limit ${p.limit}
			) h join ${p.joined} order by e.received_date desc, e.id desc
		) page on true`,
		p.values,
	);
	const [first] = rows;
	return {
		rows: rows.filter((row) => row.id !== null),
		total: first?.total ?? 0,
		isAll: window === null || (first?.seen ?? 0) < window,
	};
}

/** A search without words to narrow it: by flags, sizes, dates, folders, or excluded words. */
async function withoutWords(database: Database, prepare: () => Prepared, limit: number): Promise<EmailPage> {
	const p = prepare();
	const { owner, accounts } = p.compiled;
	const rows = await database.query<ItemRow>(
		`select e.* from unnest(${accounts}) as a (id) cross join lateral (
			select ${ITEM_COLUMNS} from emails e where e.owner_id = ${owner} and e.account_id = a.id and ${p.conditions}
				and (e.received_date, e.id) < (${p.cursorDate}, ${p.cursorId})
			order by e.received_date desc, e.id desc limit ${p.limit}
		) e order by e.received_date desc, e.id desc limit ${p.limit}`,
		p.values,
	);
	const c = prepare();
	const count = await database.one<{ total: number }>(
		`select count(*) as total from (select from emails e where e.owner_id = ${c.compiled.owner}
			and e.account_id = any(${c.compiled.accounts}) and ${c.conditions}
			and (${c.cursorDate}, ${c.cursorId}, ${c.limit}) is not null limit ${c.limits.counted + 1}) counted`,
		c.values,
	);
	const total = count?.total ?? 0;
	return pageOf(rows, limit, Math.min(total, c.limits.counted), total <= c.limits.counted);
}
