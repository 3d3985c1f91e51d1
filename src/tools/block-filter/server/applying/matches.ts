import type { ChangeableAccount } from "#server/mailbox/changes/targets.ts";
import { type SqlFragment, selectMatching } from "#server/mailbox/search/select.ts";
import { conditionOf, queryOf, type Rule, rolesOf } from "../rule.ts";

export interface MatchScope {
	ownerId: string;
	account: Pick<ChangeableAccount, "id" | "capabilities">;
	/** For ages; epoch milliseconds. */
	now: number;
	/** Only these messages. */
	ids?: readonly string[];
	/** Number of the first `$` parameter. */
	firstParameter?: number;
}

/**
 * A SELECT of the messages that a rule asks for and may act on; its columns are those of `selectMatching`.
 * @throws AppError `bad-query` for what the search cannot look for
 */
export function matchesOf(
	rule: Pick<Rule, "ruleType" | "ruleValue" | "conditions" | "action">,
	{ account, ...scope }: MatchScope,
): SqlFragment {
	const query = queryOf(conditionOf(rule));
	const { text, values } = selectMatching({ ...scope, accountId: account.id, query, folder: null });
	const roles = rolesOf(rule.action, account.capabilities).map((role) => `'${role}'`);
	return { text: `select * from (${text}) m where m.folder_role in (${roles})`, values };
}
