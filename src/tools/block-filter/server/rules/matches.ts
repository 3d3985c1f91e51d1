import type { ChangeableAccount } from "#kernel/changes.ts";
import type { Database } from "#kernel/database.ts";
import { type SqlFragment, selectMatching } from "#kernel/mail.ts";
import { conditionOf, queryOf, RECEIVED, type Rule, rolesOf } from "../rule.ts";

export interface MatchScope {
	ownerId: string;
	account: ChangeableAccount;
	/** Reference time for relative ages; epoch milliseconds. */
	now: number;
	/** Only these messages. */
	ids?: readonly string[];
	/** Number of the first `$` parameter. */
	firstParameter?: number;
}

/**
 * A SELECT of the messages that match a rule and that it may act on; its columns are those of `selectMatching`.
 * @throws AppError `bad-query` for terms that cannot be searched
 */
export async function matchesOf(database: Database, rule: RuleToMatch, scope: MatchScope): Promise<SqlFragment> {
	const { text, values } = await selectMatches(database, rule, scope);
	return { text: `select * from (${text}) m where m.folder_role in (${rolesIn(rule, scope)})`, values };
}

/** A SELECT of `id` and `isDone` of all messages that match a rule its provider has already run: some are already filed. */
export async function nativeRuleMatchesOf(
	database: Database,
	rule: RuleToMatch,
	scope: MatchScope,
): Promise<SqlFragment> {
	const { text, values } = await selectMatches(database, rule, scope);
	const received = RECEIVED.map((role) => `'${role}'`);
	return {
		text: `select m.id, m.folder_role not in (${rolesIn(rule, scope)}) as "isDone" from (${text}) m
			where m.folder_role in (${received})`,
		values,
	};
}

/** What decides which messages a rule matches. */
export type RuleToMatch = Pick<Rule, "ruleType" | "ruleValue" | "conditions" | "action">;

function selectMatches(database: Database, rule: RuleToMatch, { account, ...scope }: MatchScope): Promise<SqlFragment> {
	return selectMatching(database, { ...scope, accountId: account.id, query: queryOf(conditionOf(rule)), folder: null });
}

function rolesIn({ action }: RuleToMatch, { account }: MatchScope): string[] {
	return rolesOf(action, account.capabilities).map((role) => `'${role}'`);
}
