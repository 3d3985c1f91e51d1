import type { Where } from "#kernel/changes.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import type { SweepRule } from "./store.ts";

const DAY_MS = 86_400_000;

/**
 * What a rule would sweep now. Archiving applies to the inbox; trashing also to filed mail. Starred mail is excluded, as
 * are messages that the rule has swept before and that were restored.
 * @param rule `id` null: it is not saved yet
 */
export function sweepable(
	rule: Pick<SweepRule, "ownerId" | "accountId" | "senderEmail" | "keepNewest" | "olderThanDays" | "action"> & {
		id: string | null;
	},
	now: number,
): Where {
	const roles = rule.action === "archive" ? ["inbox"] : [...RECEIVED_ROLES];
	return (first) => {
		const values: unknown[] = [];
		const add = (value: unknown): string => `$${first + values.push(value) - 1}`;
		const [sender, where] = [`${add(rule.senderEmail)}::text`, `${add(roles)}::text[]`];
		const parts = [`e.sender_email = ${sender}`, `e.folder_role = any(${where})`, "not e.is_starred"];
		if (rule.olderThanDays !== null)
			parts.push(`e.received_date < ${add(new Date(now - rule.olderThanDays * DAY_MS))}::timestamptz`);
		if (rule.keepNewest !== null)
			parts.push(`e.id not in (
				select n.id from mail_messages_v1 n where n.owner_id = ${add(rule.ownerId)}::text and n.account_id = ${add(rule.accountId)}::uuid
					and n.sender_email = ${sender} and n.folder_role = any(${where})
				order by n.received_date desc, n.id desc limit ${add(rule.keepNewest)}::int)`);
		if (rule.id !== null)
			parts.push(`not exists (select from swept_emails s where s.owner_id = e.owner_id and s.account_id = e.account_id
				and s.rule_id = ${add(rule.id)}::uuid and s.email_id = e.id)`);
		return { text: parts.join(" and "), values };
	};
}
