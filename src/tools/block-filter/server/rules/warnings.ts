import { changeableAccounts } from "#kernel/changes.ts";
import { selectMatching } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Condition } from "../../condition.ts";
import type { FilterWarning } from "../../contract.ts";
import { conditionOf, queryOf, type Rule, rolesOf } from "../rule.ts";
import { covers } from "./covers.ts";
import { hitsOf } from "./hits.ts";
import { actsIn, type Matched, matchInOrder } from "./match-in-order.ts";
import { type FilterRow, listRules } from "./store.ts";

/** Warnings about the owner's rules: conflicts, rules that are never reached, rules that never fire. */
export async function listWarnings(ctx: MailContext, ownerId: string): Promise<FilterWarning[]> {
	const rules = (await listRules(ctx.database, ownerId)).filter((rule) => rule.isActive);
	const warnings = overlapWarnings(rules);
	const known = new Set(warnings.map(({ filterId }) => filterId));
	const claimed = await matchedOfAll(ctx, ownerId, rules);
	const hits = await hitsOf(ctx.database, ownerId);
	for (const rule of rules) {
		if (known.has(rule.id)) continue;
		const { matched, ids } = claimed.get(rule.id) ?? { matched: 0, ids: 0 };
		if (matched > 0 && ids === 0) {
			const what =
				matched === 1 ? "The only existing email it matches is" : `All ${matched} existing emails it matches are`;
			const sentence = `${what} matched by earlier filters.`;
			warnings.push({ kind: "never_reached", filterId: rule.id, otherId: null, sentence });
		} else if (matched === 0 && (hits.get(rule.id)?.count ?? 0) === 0 && !(await hasFired(ctx, ownerId, rule))) {
			const sentence = "No existing email matches it.";
			warnings.push({ kind: "never_fires", filterId: rule.id, otherId: null, sentence });
		}
	}
	return warnings;
}

/**
 * Warnings that follow from the rules alone.
 * @param rules active ones, in order
 */
function overlapWarnings(rules: readonly Rule[]): FilterWarning[] {
	const compared = rules.map(withCondition);
	return compared.flatMap((rule, n) => firstOverlap(compared.slice(0, n), rule) ?? []);
}

/** The first warning about a rule that follows from the rules alone. @param before the active rules before it, in order */
export function overlapWarning(before: readonly Rule[], rule: Rule): FilterWarning | null {
	return firstOverlap(before.map(withCondition), withCondition(rule));
}

/** A rule with its condition: `covers` remembers what it worked out about a condition by its identity. */
interface Compared {
	rule: Rule;
	condition: Condition;
}

const withCondition = (rule: Rule): Compared => ({ rule, condition: conditionOf(rule) });

function firstOverlap(before: readonly Compared[], rule: Compared): FilterWarning | null {
	for (const one of before) {
		const warning = warningForPair(one, rule);
		if (warning !== null) return warning;
	}
	return null;
}

/** @param earlier the rule before the other */
function warningForPair(earlier: Compared, later: Compared): FilterWarning | null {
	const [before, rule] = [earlier.rule, later.rule];
	if (before.accountId !== null && before.accountId !== rule.accountId) return null;
	const [first, second] = [earlier.condition, later.condition];
	if (!covers(first, second)) return null;
	const at = { filterId: rule.id, otherId: before.id };
	const isSame = covers(second, first) && before.accountId === rule.accountId;
	if (isSame && !doesTheSame(before, rule)) {
		const sentence = `It matches the same emails as “${before.name}” with a different action. “${before.name}” comes first, so it applies.`;
		return { kind: "conflict", ...at, sentence };
	}
	const reach = new Set(rolesOf(before.action, { labels: true }));
	if (!rolesOf(rule.action, { labels: true }).every((role) => reach.has(role))) return null;
	const sentence = `“${before.name}” comes first and matches all emails that this one matches.`;
	return { kind: "never_reached", ...at, sentence };
}

/** Whether both have the same action. */
export function doesTheSame(a: Omit<Rule, "id">, b: Omit<Rule, "id">): boolean {
	return (
		a.action === b.action && a.labelName === b.labelName && a.folderName === b.folderName && a.forwardTo === b.forwardTo
	);
}

/** Across all mailboxes. */
async function matchedOfAll(
	ctx: MailContext,
	ownerId: string,
	rules: readonly Rule[],
): Promise<Map<string, { matched: number; ids: number }>> {
	const sums = new Map<string, { matched: number; ids: number }>();
	for (const account of await changeableAccounts(ctx, ownerId, null)) {
		const here = rules.filter((rule) => actsIn(rule, account.id));
		const claimed: Map<string, Matched> = await matchInOrder(ctx.database, here, { ownerId, account, now: ctx.now() });
		for (const [id, { matched, ids }] of claimed) {
			const sum = sums.get(id) ?? { matched: 0, ids: 0 };
			sums.set(id, { matched: sum.matched + matched, ids: sum.ids + ids.length });
		}
	}
	return sums;
}

/** Searches everywhere, including trash and spam: the rule may have moved mail there. */
async function hasFired(ctx: MailContext, ownerId: string, rule: FilterRow): Promise<boolean> {
	const { text, values } = await selectMatching(ctx.database, {
		ownerId,
		accountId: rule.accountId,
		query: { kind: "and", parts: [queryOf(conditionOf(rule)), { kind: "in", folder: "anywhere" }] },
		folder: null,
		now: ctx.now(),
	});
	return (await ctx.database.query(`select 1 from (${text}) m limit 1`, values)).length > 0;
}
