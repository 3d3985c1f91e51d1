import type { Query } from "#shared/search/query.ts";
import type { Database } from "../../db/database.ts";
import { type EmailCursor, ITEM_COLUMNS, type ItemRow } from "../store/read/items.ts";
import { type EmailPage, pageOf } from "../store/read/list.ts";
import { afterSecond, END, firstPosition, timeOfPosition } from "../text-index/positions.ts";
import type { Matches, Window, WordMatcher } from "../text-index/text-index.ts";
import { hasOrder } from "../text-index/words.ts";
import { type Compiled, compile, type Scope } from "./compile.ts";

/** Searches in which an index outside of the database finds the words, and the database checks all other conditions. */

export interface IndexSearch {
	database: Database;
	matcher: WordMatcher;
	query: Query;
	scope: Scope & { accountIds: readonly string[] };
	/** Where the page starts; null: the newest. */
	after: EmailCursor | null;
	limit: number;
	limits: Limits;
	/** SQL over `e` that matches must also meet, given the statement's parameters. */
	extra?: ((add: (value: unknown) => string) => string) | undefined;
}

/** Thresholds at which a search changes its strategy; tests set them low. */
export interface Limits {
	/** Up to this many hits are looked up one by one in `emails`, each in microseconds. */
	few: number;
	/** Totals of word searches are exact up to here; with more hits, the words count as common. */
	counted: number;
	/** Messages of the first window; each further one has four times as many. */
	window: number;
	/** Up to this many candidates of a phrase, whose texts have to be read, its total is counted. */
	readTexts: number;
	/** Windows are examined up to here only to count. */
	countedWindow: number;
}

const GROWTH = 4;
/** Users see new mail and their own changes; after this time, without what is not indexed yet. */
const WAIT_MS = 2_000;

/**
 * Null: the query has no words, so the database alone can answer it. While the index lacks messages, totals are not
 * exact.
 */
export async function searchByIndex(search: IndexSearch): Promise<EmailPage | null> {
	const parts = partsOf(search.query, search.scope);
	const { compiled } = parts;
	if (compiled.wordsQuery === null && parts.leaves.length === 0) return null;
	const { matcher, scope } = search;
	const isCurrent = await matcher.catchUp(WAIT_MS);
	const waiting = isCurrent ? 0 : await matcher.countWaiting(scope.accountIds);
	const run = new Run(search, parts);
	const page = await (compiled.wordsQuery === null ? run.withoutWords() : run.withWords(compiled.wordsQuery));
	const isComplete = isCurrent && matcher.incomplete(scope.accountIds).length === 0;
	return { ...page, totalIsExact: page.totalIsExact && isComplete, unsearched: waiting };
}

export interface QueryParts {
	/** Without what the index finds. */
	compiled: Compiled;
	/** Parts about words that the conditions of `compiled` include. */
	leaves: Query[];
}

/** What the index has to find for a query. @throws AppError 400 `bad-query` */
export function partsOf(query: Query, scope: Scope): QueryParts {
	const leaves: Query[] = [];
	const idsOf = (part: Query): string[] => {
		leaves.push(part);
		return [];
	};
	return { compiled: compile(query, { ...scope, found: { idsOf, incomplete: [] } }), leaves };
}

/** Compiles a query with what was found of its leaves, in the order in which they are asked for. */
export function compileFound(
	query: Query,
	scope: Scope & { accountIds: readonly string[] },
	matcher: WordMatcher,
	sets: readonly (readonly string[])[],
	firstParameter = 1,
): Compiled {
	let next = 0;
	const idsOf = (): readonly string[] => sets[next++] ?? [];
	return compile(
		query,
		{ ...scope, found: { idsOf, incomplete: matcher.incomplete(scope.accountIds) } },
		firstParameter,
	);
}

interface Statement {
	text: string;
	values: unknown[];
}

interface FoundRows {
	rows: ItemRow[];
	total: number;
}

/** A condition over `e` that limits a search to some messages. */
type Narrowing = (compiled: Compiled) => string;

const among =
	(ids: readonly string[]): Narrowing =>
	({ parameters }) =>
		`e.id = any(${parameters.add(ids)}::uuid[])`;

/** SQL over `e`. */
interface Prepared {
	compiled: Compiled;
	conditions: string;
	/** Comes after the page's cursor. */
	isAfter: string;
}

/** Which matches a total includes: those before the page, too; those from the page on; or none, where the total is known. */
type Counted = "all" | "from-page" | "none";

class Run {
	private readonly search: IndexSearch;
	private readonly parts: QueryParts;
	/** All positions of the query's time range; below the page's cursor. */
	private readonly range: Window;
	private readonly fromCursor: Window;

	constructor(search: IndexSearch, parts: QueryParts) {
		this.search = search;
		this.parts = parts;
		const [since, until] = parts.compiled.span;
		const { accountIds } = search.scope;
		const from = Number.isFinite(since) ? firstPosition(since) : 0;
		const below = Number.isFinite(until) ? afterSecond(until) : END;
		this.range = { accountIds, from, below };
		const cursor = search.after === null ? END : afterSecond(Date.parse(search.after.date));
		this.fromCursor = { ...this.range, below: Math.min(below, cursor) };
	}

	async withWords(words: Query): Promise<EmailPage> {
		const { matcher, limit, limits, extra } = this.search;
		const { compiled } = this.parts;
		const isVisibleOnly = compiled.isEverywhere === "visible";
		const isOnlyWords =
			compiled.rest === null && extra === undefined && compiled.isEverywhere !== null && !hasOrder(words);
		const isPhrase = hasOrder(words);
		const few = isPhrase ? Math.min(limits.few, limits.readTexts) : limits.few;
		const enough = (isOnlyWords ? limits.counted : few) + 1;
		const window = isPhrase || isOnlyWords ? limit + 1 : limits.window;
		const first =
			isPhrase || this.search.after !== null
				? null
				: await matcher.newestAndCount(words, this.range, window, enough, isVisibleOnly);
		const hits = first?.count ?? (await matcher.count(words, this.range, enough, isVisibleOnly));
		if (!isOnlyWords && hits < enough) {
			const found = await this.amongFew(words, isVisibleOnly, hits, first);
			return pageOf(found.rows, limit, found.total, true);
		}
		const counted = isOnlyWords ? "none" : "from-page";
		const { rows, total, isAll } = await this.byWindows(words, isVisibleOnly, window, counted, first);
		if (isOnlyWords) return pageOf(rows, limit, Math.min(hits, limits.counted), hits <= limits.counted);
		return pageOf(rows, limit, total, isAll && this.search.after === null);
	}

	/**
	 * The page's rows among few hits, of which the newest usually have it, and the number of all matches.
	 * @param first the newest hits; null: they are not known yet
	 */
	private async amongFew(
		words: Query,
		isVisibleOnly: boolean,
		hits: number,
		first: Matches | null,
	): Promise<FoundRows> {
		const { matcher, limit } = this.search;
		if (first === null) {
			const { ids } = await matcher.newest(words, this.range, hits + 1, isVisibleOnly);
			return this.select(ids, this.range, "all");
		}
		if (first.next === null) return this.select(first.ids, this.range, "all");
		const older = await matcher.newest(words, { ...this.range, below: first.next }, hits + 1, isVisibleOnly);
		const ids = [...first.ids, ...older.ids];
		const { rows } = await this.select(first.ids, this.range, "none");
		if (rows.length <= limit) return this.select(ids, this.range, "all");
		return { rows, total: await this.countAmong(ids) };
	}

	/**
	 * Examines hits, newest first, until the page is full.
	 * @param first those of the first window; null: they are not known yet
	 */
	private async byWindows(
		words: Query,
		isVisibleOnly: boolean,
		window: number,
		counted: Counted,
		first: Matches | null,
	): Promise<FoundRows & { isAll: boolean }> {
		const { matcher, limit } = this.search;
		const rows: ItemRow[] = [];
		let total = 0;
		let { below } = this.fromCursor;
		for (let size = window; ; size *= GROWTH) {
			const known = size === window ? first : null;
			const found = known ?? (await matcher.newest(words, { ...this.fromCursor, below }, size, isVisibleOnly));
			const examined = { ...this.fromCursor, below, from: found.next ?? this.range.from };
			const some = await this.select(found.ids, examined, counted);
			rows.push(...some.rows);
			total += some.total;
			if (found.next === null) return { rows, total, isAll: true };
			if (rows.length > limit) return { rows, total, isAll: false };
			below = found.next;
		}
	}

	/** By flags, sizes, dates, folders combined with words, or by excluded words. */
	async withoutWords(): Promise<EmailPage> {
		const { matcher, limit, limits, after } = this.search;
		const sets = await Promise.all(this.parts.leaves.map((leaf) => matcher.all(leaf, this.range, limits.few)));
		if (sets.every((set) => set !== null)) {
			const found = await this.scan(sets, null);
			return pageOf(found.rows, limit, Math.min(found.total, limits.counted), found.total <= limits.counted);
		}
		const rows: ItemRow[] = [];
		let total = 0;
		let { below } = this.fromCursor;
		for (let size = limits.window * GROWTH; ; size *= GROWTH) {
			const end = await matcher.endOfWindow({ ...this.fromCursor, below }, size);
			const window = { ...this.fromCursor, below, from: end ?? this.range.from };
			const found = await this.scan(await this.setsOf(window), window);
			rows.push(...found.rows);
			total += found.total;
			const isEnough = total > limits.counted || size >= limits.countedWindow;
			if (end === null || (rows.length > limit && isEnough)) {
				const isExact = end === null && after === null && total <= limits.counted;
				return pageOf(rows, limit, Math.min(total, limits.counted), isExact);
			}
			below = end;
		}
	}

	private async setsOf(window: Window): Promise<string[][]> {
		const found = this.parts.leaves.map((leaf) => this.search.matcher.all(leaf, window, Number.MAX_SAFE_INTEGER));
		return (await Promise.all(found)).map((set) => set ?? []);
	}

	/** The page's rows among these messages. */
	private async select(ids: readonly string[], window: Window, counted: Counted): Promise<FoundRows> {
		if (ids.length === 0) return { rows: [], total: 0 };
		return this.query(await this.setsAmong(ids, window), among(ids), counted, ids.length);
	}

	/** Number of all matches among these messages. */
	private async countAmong(ids: readonly string[]): Promise<number> {
		const prepared = this.prepare(await this.setsAmong(ids, this.range), among(ids));
		return this.count(this.countStatement(prepared, true, ids.length));
	}

	private async setsAmong(ids: readonly string[], window: Window): Promise<string[][]> {
		const sets: string[][] = [];
		for (const leaf of this.parts.leaves)
			sets.push((await this.search.matcher.all(leaf, window, Number.MAX_SAFE_INTEGER, ids)) ?? []);
		return sets;
	}

	/** The page's rows in a window; null: of all time, with the total of all. */
	private scan(sets: readonly (readonly string[])[], window: Window | null): Promise<FoundRows> {
		const timeRange = ({ parameters }: Compiled): string => {
			if (window === null) return "true";
			const date = (position: number): string => {
				const ms = position >= END ? Number.POSITIVE_INFINITY : timeOfPosition(position);
				if (!Number.isFinite(ms)) return ms < 0 ? "'-infinity'::timestamptz" : "'infinity'::timestamptz";
				return `${parameters.add(new Date(ms).toISOString())}::timestamptz`;
			};
			return `e.received_date >= ${date(window.from)} and e.received_date < ${date(window.below)}`;
		};
		return this.query(sets, timeRange, window === null ? "all" : "from-page", this.search.limits.counted + 1);
	}

	private async query(
		sets: readonly (readonly string[])[],
		narrowedBy: Narrowing,
		counted: Counted,
		most: number,
	): Promise<FoundRows> {
		const { database, after, limit } = this.search;
		const page = this.pageStatement(this.prepare(sets, narrowedBy));
		const rows = await database.query<ItemRow>(page.text, page.values);
		// The first page may hold all of them.
		if (counted === "none" || (after === null && rows.length <= limit)) return { rows, total: rows.length };
		const statement = this.countStatement(this.prepare(sets, narrowedBy), counted === "all", most);
		return { rows, total: await this.count(statement) };
	}

	private async count({ text, values }: Statement): Promise<number> {
		const row = await this.search.database.one<{ total: number }>(text, values);
		return row?.total ?? 0;
	}

	private prepare(sets: readonly (readonly string[])[], narrowedBy: Narrowing): Prepared {
		const { query, scope, matcher, extra, after } = this.search;
		const compiled = compileFound(query, scope, matcher, sets);
		const { parameters, folders, rest } = compiled;
		const more = extra?.((value) => parameters.add(value));
		const conditions = [narrowedBy(compiled), folders, rest, more].filter((one) => one !== null && one !== undefined);
		const date = `${parameters.add(after?.date ?? "infinity")}::timestamptz`;
		const id = `${parameters.add(after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff")}::uuid`;
		return { compiled, conditions: conditions.join(" and "), isAfter: `(e.received_date, e.id) < (${date}, ${id})` };
	}

	private pageStatement({ compiled, conditions, isAfter }: Prepared): Statement {
		const { owner, accounts, parameters } = compiled;
		const limit = `${parameters.add(this.search.limit + 1)}::int`;
		return {
			text: `select e.* from unnest(${accounts}) as a (id) cross join lateral (
				select ${ITEM_COLUMNS} from emails e where e.owner_id = ${owner} and e.account_id = a.id and ${conditions} and ${isAfter}
				order by e.received_date desc, e.id desc limit ${limit}
			) e order by e.received_date desc, e.id desc limit ${limit}`,
			values: parameters.values,
		};
	}

	private countStatement({ compiled, conditions, isAfter }: Prepared, isCountedAll: boolean, most: number): Statement {
		const { owner, accounts, parameters } = compiled;
		return {
			text: `select count(*)::int as total from (select from emails e where e.owner_id = ${owner}
				and e.account_id = any(${accounts}) and ${conditions} and (${isCountedAll} or ${isAfter})
				limit ${parameters.add(most)}::bigint) counted`,
			values: parameters.values,
		};
	}
}
