import { column, type Database, type RowOf, storable, table } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import { presentRows } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import type { Query } from "#shared/search/query.ts";
import { ANYWHERE } from "#shared/search/scopes.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { Condition } from "../../condition.ts";
import type { Filter } from "../../contract.ts";
import { conditionOf, queryOf, type Rule } from "../rule.ts";
import { type Hits, hitsOf } from "./hits.ts";

/** The SQL of `custom_filters`. */

export const customFilters = table("custom_filters", {
	ownerId: column.text(),
	id: column.uuid(),
	accountId: column.uuid().nullable(),
	name: column.text(),
	ruleType: column.text<Rule["ruleType"]>(),
	ruleValue: column.text(),
	conditions: column.jsonb<Condition>().nullable(),
	action: column.text<Rule["action"]>(),
	labelName: column.text().nullable(),
	folderName: column.text().nullable(),
	forwardTo: column.text().nullable(),
	isActive: column.boolean().withDefault(),
	position: column.integer(),
	lastError: column.text().nullable(),
	hitCount: column.integer().withDefault(),
	lastHitAt: column.timestamptz().nullable(),
	createdAt: column.timestamptz().withDefault(),
	updatedAt: column.timestamptz().withDefault(),
	deletedAt: column.timestamptz().nullable(),
});

const FILTER = customFilters.without("ownerId", "position", "hitCount", "lastHitAt", "updatedAt", "deletedAt");

const VALUES = FILTER.without("id", "lastError", "createdAt");

const NEW = FILTER.without("lastError", "createdAt");

export type FilterRow = RowOf<typeof FILTER>;

/** A validated rule as the user entered it. */
export type RuleValues = Omit<Rule, "id">;

/** Received mail wherever it is now: the rule may have moved it to spam or trash. */
const RECEIVED_ANYWHERE: readonly Query[] = [
	ANYWHERE,
	{ kind: "not", part: { kind: "in", folder: "sent" } },
	{ kind: "not", part: { kind: "in", folder: "drafts" } },
];

const IN_ORDER = "order by position, created_at, id";

/** All rules that are not deleted and can be read, in order: a damaged one keeps no other from acting. */
export async function listRules(database: Database, ownerId: string): Promise<FilterRow[]> {
	return (await listStoredRules(database, ownerId)).filter(isReadable);
}

/** With those that are damaged. */
export function listStoredRules(database: Database, ownerId: string): Promise<FilterRow[]> {
	return database.query<FilterRow>(
		`select ${FILTER.select()} from custom_filters where owner_id = $1 and deleted_at is null ${IN_ORDER}`,
		[ownerId],
	);
}

/** @throws AppError 404 */
export async function readRule(database: Database, ownerId: string, id: string): Promise<FilterRow> {
	const row = await database.one<FilterRow>(
		`select ${FILTER.select()} from custom_filters where owner_id = $1 and id = $2 and deleted_at is null`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The filter");
	return row;
}

/** @returns their ids; they are appended in the given order */
export async function insertRules(
	database: Database,
	ownerId: string,
	rules: readonly RuleValues[],
): Promise<string[]> {
	const rows = rules.map((rule) => ({ ...storableRule(rule), id: newId() }));
	await database.exec(
		`insert into custom_filters (owner_id, position, ${NEW.names()})
		select $1, r.n + coalesce((select max(position) from custom_filters where owner_id = $1), 0), ${NEW.names("r")}
		from (select row_number() over () as n, r.* from json_to_recordset($2) as r (${NEW.definitions})) r`,
		[ownerId, NEW.toJson(rows)],
	);
	return rows.map((row) => row.id);
}

/** @throws AppError 404 */
export async function updateRule(database: Database, ownerId: string, id: string, rule: RuleValues): Promise<void> {
	const { set, values } = VALUES.assign(storableRule(rule), 2);
	const rows = await database.query(
		`update custom_filters set ${set}, last_error = null, updated_at = now()
		where owner_id = $1 and id = $2 and deleted_at is null returning 1`,
		[ownerId, id, ...values],
	);
	if (rows.length === 0) throw notFound("The filter");
}

export async function setActive(database: Database, ownerId: string, id: string, isActive: boolean): Promise<void> {
	await database.exec(
		`update custom_filters set is_active = $3, last_error = null, updated_at = now()
		where owner_id = $1 and id = $2 and deleted_at is null and is_active <> $3`,
		[ownerId, id, isActive],
	);
}

/** Deletes or restores a rule. @throws AppError 404 when it was purged, or belongs to another owner */
export async function setDeleted(database: Database, ownerId: string, id: string, isDeleted: boolean): Promise<void> {
	const rows = await database.query(
		`update custom_filters set deleted_at = case when $3 then now() end, updated_at = now()
		where owner_id = $1 and id = $2 and (deleted_at is null or not $3) returning 1`,
		[ownerId, id, isDeleted],
	);
	if (rows.length === 0) throw notFound("The filter");
}

/** Rules that are not listed follow, in their previous order. */
export async function orderRules(database: Database, ownerId: string, ids: readonly string[]): Promise<void> {
	await database.exec(
		`with placed as materialized (
			select f.id, row_number() over (order by o.n nulls last, f.position, f.created_at, f.id) as row_position
			from custom_filters f left join unnest($2::uuid[]) with ordinality as o (id, n) on o.id = f.id
			where f.owner_id = $1
		)
		update custom_filters f set position = p.row_position, updated_at = now() from placed p
		where f.owner_id = $1 and f.id = p.id and f.position <> p.row_position`,
		[ownerId, ids],
	);
}

/** Adds to the number of new messages it has matched. */
export async function addHits(
	database: Database,
	{ ownerId, id }: { ownerId: string; id: string },
	count: number,
): Promise<void> {
	if (count === 0) return;
	await database.exec(
		"update custom_filters set hit_count = hit_count + $3, last_hit_at = now() where owner_id = $1 and id = $2",
		[ownerId, id, count],
	);
}

/** @param problem in a sentence; null: none */
export async function recordProblem(
	database: Database,
	ownerId: string,
	id: string,
	problem: string | null,
): Promise<void> {
	await database.exec(
		"update custom_filters set last_error = $3 where owner_id = $1 and id = $2 and last_error is distinct from $3",
		[ownerId, id, problem],
	);
}

function isReadable(row: FilterRow): boolean {
	try {
		writeQuery(queryOf(conditionOf(row)));
		return true;
	} catch {
		return false;
	}
}

const NO_HITS: Hits = { count: 0, lastAt: null, recent: 0, hasMatched: false };

/** As the API returns them. */
export async function presentRules(database: Database, ownerId: string, rows: readonly FilterRow[]): Promise<Filter[]> {
	const hits = await hitsOf(database, ownerId);
	return presentRows(rows, (row) => present(row, hits.get(row.id) ?? NO_HITS));
}

function present(row: FilterRow, hits: Hits): Filter {
	const condition = queryOf(conditionOf(row));
	return {
		id: row.id,
		name: row.name,
		ruleType: row.ruleType,
		ruleValue: row.ruleValue,
		conditions: row.conditions,
		action: row.action,
		labelName: row.labelName,
		folderName: row.folderName,
		forwardTo: row.forwardTo,
		isActive: row.isActive,
		accountId: row.accountId,
		query: writeQuery(condition),
		lastError: row.lastError,
		hitCount: hits.count,
		lastHitAt: hits.lastAt?.toISOString() ?? null,
		recentHitCount: hits.recent,
		hasMatched: hits.hasMatched,
		matchingQuery: writeQuery({ kind: "and", parts: [condition, ...RECEIVED_ANYWHERE] }),
		createdAt: row.createdAt.toISOString(),
	};
}

function storableRule(rule: RuleValues): RuleValues {
	const text = (value: string | null): string | null => (value === null ? null : storable(value));
	return {
		...rule,
		name: storable(rule.name),
		ruleValue: storable(rule.ruleValue),
		labelName: text(rule.labelName),
		folderName: text(rule.folderName),
		forwardTo: text(rule.forwardTo),
	};
}
