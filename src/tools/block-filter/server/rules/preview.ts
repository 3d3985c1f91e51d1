import { changeableAccounts, emailItems } from "#kernel/changes.ts";
import type { MailContext } from "#kernel/module.ts";
import { receivedIn } from "#shared/search/scopes.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { FilterWarning, Preview } from "../../contract.ts";
import { conditionOf, queryOf, type Rule, rolesOf } from "../rule.ts";
import { actsIn, countMatched } from "./match-in-order.ts";
import { type MatchScope, matchesOf } from "./matches.ts";
import { listRules, type RuleValues } from "./store.ts";
import { overlapWarning } from "./warnings.ts";

/** Id of a rule before it is saved. */
const UNSAVED = "00000000-0000-0000-0000-000000000000";
/** Maximum matches in one mailbox for which overlaps with other rules are counted. */
const MAX_COMPARED = 2_000;

/**
 * What a rule would match among stored mail in its scope. Saves and changes nothing.
 * @param options.id of the rule being replaced
 * @throws AppError 400 `bad-query`
 */
export async function previewRule(
	ctx: MailContext,
	ownerId: string,
	values: RuleValues,
	options: { id?: string | undefined; limit: number },
): Promise<Preview> {
	const rule: Rule = { ...values, isActive: true, id: options.id ?? UNSAVED };
	const before = await rulesBefore(ctx, ownerId, rule);
	const found: Preview = {
		count: 0,
		bytes: 0,
		matchedBefore: 0,
		folders: [],
		sample: [],
		query: "",
		warnings: warningsFor(before, rule),
	};
	const newest: { id: string; accountId: string; date: Date }[] = [];
	const accounts = (await changeableAccounts(ctx, ownerId, null)).filter(({ id }) => actsIn(rule, id));
	const roles = new Set(accounts.flatMap(({ capabilities }) => rolesOf(rule.action, capabilities)));
	const folders = receivedIn({ archive: roles.has("archive"), custom: roles.has("custom") });
	found.query = writeQuery({ kind: "and", parts: [...folders, queryOf(conditionOf(rule))] });
	for (const account of accounts) {
		const scope = { ownerId, account, now: ctx.now() };
		const count = await addFolders(ctx, found, rule, scope);
		if (count === 0) continue;
		const others = before.filter((one) => actsIn(one, account.id));
		const claimed = count > MAX_COMPARED ? null : await matchedBy(ctx, others, rule, scope);
		found.matchedBefore = claimed === null || found.matchedBefore === null ? null : found.matchedBefore + claimed;
		if (options.limit > 0) newest.push(...(await newestOf(ctx, rule, scope, options.limit)));
	}
	const shown = newest.sort((a, b) => b.date.getTime() - a.date.getTime()).slice(0, options.limit);
	const accountIds = [...new Set(shown.map(({ accountId }) => accountId))];
	const ids = shown.map(({ id }) => id);
	return { ...found, sample: await emailItems(ctx.database, ownerId, accountIds, ids) };
}

/** The active rules before it; a new rule comes last. */
async function rulesBefore(ctx: Pick<MailContext, "database">, ownerId: string, { id }: Rule): Promise<Rule[]> {
	const rules = await listRules(ctx.database, ownerId);
	const index = rules.findIndex((one) => one.id === id);
	return rules.slice(0, index < 0 ? rules.length : index).filter(({ isActive }) => isActive);
}

function warningsFor(before: readonly Rule[], rule: Rule): FilterWarning[] {
	const warning = overlapWarning(before, rule);
	if (warning === null) return [];
	return [warning.filterId === UNSAVED ? { ...warning, filterId: null } : warning];
}

/** Adds the matches of one mailbox. @returns how many */
async function addFolders(
	ctx: Pick<MailContext, "database">,
	found: Preview,
	rule: Rule,
	scope: MatchScope,
): Promise<number> {
	const { text, values } = await matchesOf(ctx.database, rule, scope);
	const folders = await ctx.database.query<{ folderId: string; count: number; bytes: number }>(
		`select m.folder_id as "folderId", count(*)::int as count, sum(m.size_bytes)::bigint as bytes
		from (${text}) m group by m.folder_id order by count(*) desc, m.folder_id`,
		values,
	);
	for (const { folderId, count, bytes } of folders) {
		const folder = scope.account.folders.find(({ id }) => id === folderId);
		const { name, role } = folder ?? { name: folderId, role: "custom" as const };
		found.folders.push({ accountId: scope.account.id, folderId, name, role, count });
		found.count += count;
		found.bytes += bytes;
	}
	return folders.reduce((sum, { count }) => sum + count, 0);
}

/** How many of its messages the other rules match. */
async function matchedBy(
	ctx: Pick<MailContext, "database">,
	others: readonly Rule[],
	rule: Rule,
	scope: MatchScope,
): Promise<number> {
	if (others.length === 0) return 0;
	const { text, values } = await matchesOf(ctx.database, rule, scope);
	const rows = await ctx.database.query<{ id: string }>(`select m.id from (${text}) m`, values);
	return countMatched(ctx.database, others, { ...scope, ids: rows.map(({ id }) => id) });
}

async function newestOf(
	ctx: Pick<MailContext, "database">,
	rule: Rule,
	scope: MatchScope,
	limit: number,
): Promise<{ id: string; accountId: string; date: Date }[]> {
	const { text, values } = await matchesOf(ctx.database, rule, scope);
	return ctx.database.query(
		`select m.id, m.account_id as "accountId", m.received_date as date from (${text}) m
		order by m.received_date desc, m.id desc limit ${limit}`,
		values,
	);
}
