import type { Database } from "#kernel/database.ts";
import { type Reason, sentences } from "../attempts/reasons.ts";
import { columnsOf, type ListRef, subscriptionIdOf } from "../subscription-id.ts";

/** Store of failed signature checks: `one_click_problems`. */

/** Why the one-click URL of a message can't be used. */
export interface OneClickProblem {
	emailId: string;
	reason: Reason;
}

/** Reasons that may be gone at the next check, and are not stored. */
const TEMPORARY: readonly Reason[] = ["dkim-unknown"];

/** Of these lists, by subscription id. */
export async function readProblems(
	database: Database,
	ownerId: string,
	refs: readonly ListRef[],
): Promise<Map<string, OneClickProblem>> {
	const { accountIds, listKeys } = columnsOf(refs);
	const rows = await database.query<{ account_id: string; list_key: string; email_id: string; reason: string }>(
		`select p.account_id, p.list_key, p.email_id, p.reason
		from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
		join one_click_problems p on p.owner_id = $1 and p.account_id = l.account_id and p.list_key = l.list_key`,
		[ownerId, accountIds, listKeys],
	);
	return new Map(
		rows.flatMap(({ account_id: accountId, list_key: listKey, email_id: emailId, reason }) =>
			isReason(reason) ? [[subscriptionIdOf({ accountId, listKey }), { emailId, reason }] as const] : [],
		),
	);
}

/** Records the result of a check. @param reason null: the signature is valid */
export async function recordCheck(
	database: Database,
	ownerId: string,
	{ accountId, listKey }: ListRef,
	{ emailId, reason, now }: { emailId: string; reason: Reason | null; now: number },
): Promise<void> {
	const key = [ownerId, accountId, listKey];
	if (reason === null)
		await database.exec(
			"delete from one_click_problems where owner_id = $1 and account_id = $2 and list_key = $3",
			key,
		);
	else if (!TEMPORARY.includes(reason))
		await database.exec(
			`insert into one_click_problems (owner_id, account_id, list_key, email_id, reason, checked_at)
			values ($1, $2, $3, $4, $5, $6)
			on conflict (owner_id, account_id, list_key)
			do update set email_id = excluded.email_id, reason = excluded.reason, checked_at = excluded.checked_at`,
			[...key, emailId, reason, new Date(now)],
		);
}

function isReason(text: string): text is Reason {
	return text in sentences;
}
