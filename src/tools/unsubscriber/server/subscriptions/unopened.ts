import { dateRangeOf } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { subscriptionIdOf } from "../subscription-id.ts";
import { countLists, type ListCounts, type Range } from "./counts.ts";

const MONTHS = 3;

/**
 * Lists that have sent for the past three months at least, and of which nothing that arrived in them was read. Whatever
 * range is shown. @returns ids of subscriptions
 */
export async function unopenedLists(
	{ database, now }: Pick<MailContext, "database" | "now">,
	{ ownerId, accountIds }: Pick<Range, "ownerId" | "accountIds">,
): Promise<Set<string>> {
	const from = new Date(now());
	from.setUTCMonth(from.getUTCMonth() - MONTHS);
	const all = dateRangeOf({});
	const recent = await countLists(database, { ownerId, accountIds, from, until: all.until });
	const before = await countLists(database, { ownerId, accountIds, from: all.from, until: from });
	const known = new Set(before.map(idOf));
	return new Set(
		recent
			.filter(({ read }) => read === 0)
			.map(idOf)
			.filter((id) => known.has(id)),
	);
}

function idOf({ account_id: accountId, list_key: listKey }: ListCounts): string {
	return subscriptionIdOf({ accountId, listKey });
}
