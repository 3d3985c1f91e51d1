import type { Context } from "#server/context.ts";
import { changeableAccounts } from "#server/mailbox/changes/accounts.ts";
import { emailItems } from "#server/mailbox/changes/sample.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { Finding, Preview } from "../../contract.ts";
import { matchesOf } from "../applying/matches.ts";
import { actsIn } from "../applying/take.ts";
import { conditionOf, queryOf, type Rule } from "../rule.ts";
import { amongThemselves } from "./findings.ts";
import { listRules, type RuleValues } from "./store.ts";

/** The id that a rule has before it is saved. */
const UNSAVED = "00000000-0000-0000-0000-000000000000";

/**
 * What a rule would find among the mail that is here, wherever it may act. Saves and changes nothing.
 * @param options.id of the rule that it is to replace
 * @throws AppError 400 `bad-query`
 */
export async function previewRule(
	ctx: Context,
	ownerId: string,
	values: RuleValues,
	options: { id?: string | undefined; limit: number },
): Promise<Preview> {
	const rule: Rule = { ...values, id: options.id ?? UNSAVED };
	const found: Preview = {
		count: 0,
		bytes: 0,
		folders: [],
		sample: [],
		query: writeQuery(queryOf(conditionOf(rule))),
		findings: await findingsFor(ctx, ownerId, rule),
	};
	const accountIds: string[] = [];
	const newest: { id: string; date: Date }[] = [];
	for (const account of await changeableAccounts(ctx, ownerId, null)) {
		if (!actsIn({ ...rule, isActive: true }, account.id)) continue;
		accountIds.push(account.id);
		const scope = { ownerId, account, now: ctx.now() };
		const counted = matchesOf(rule, scope);
		const folders = await ctx.database.query<{ folderId: string; count: number; bytes: number }>(
			`select m.folder_id as "folderId", count(*)::int as count, sum(m.size_bytes)::bigint as bytes
			from (${counted.text}) m group by m.folder_id order by count(*) desc, m.folder_id`,
			counted.values,
		);
		for (const { folderId, count, bytes } of folders) {
			const folder = account.folders.find(({ id }) => id === folderId);
			const { name, role } = folder ?? { name: folderId, role: "custom" as const };
			found.folders.push({ accountId: account.id, folderId, name, role, count });
			found.count += count;
			found.bytes += bytes;
		}
		if (folders.length === 0 || options.limit === 0) continue;
		const listed = matchesOf(rule, scope);
		const latest = `select m.id, m.received_date as date from (${listed.text}) m order by m.received_date desc, m.id desc`;
		newest.push(
			...(await ctx.database.query<{ id: string; date: Date }>(`${latest} limit ${options.limit}`, listed.values)),
		);
	}
	newest.sort((a, b) => b.date.getTime() - a.date.getTime());
	const shown = newest.slice(0, options.limit).map(({ id }) => id);
	found.sample = await emailItems(ctx.database, ownerId, accountIds, shown);
	return found;
}

/** What is to be said of the rule among the others; a new one comes last. */
async function findingsFor(ctx: Context, ownerId: string, rule: Rule): Promise<Finding[]> {
	const others = (await listRules(ctx.database, ownerId)).filter(({ isActive }) => isActive);
	const isKnown = others.some(({ id }) => id === rule.id);
	const rules = isKnown ? others.map((one) => (one.id === rule.id ? rule : one)) : [...others, rule];
	return amongThemselves(rules)
		.filter(({ filterId }) => filterId === rule.id)
		.map((finding) => (finding.filterId === UNSAVED ? { ...finding, filterId: null } : finding));
}
