import type { Database } from "#kernel/database.ts";
import { mailUnsubscribed, on, type Subscription } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { type Sender, senderFilter } from "#kernel/own-mail.ts";

/** What the user did against a sender: marked mail as spam, or unsubscribed. */
export interface Complaints {
	/** Emails marked as spam that still are. */
	markedAsSpam: number;
	/** The latest time; null: never. */
	unsubscribedAt: Date | null;
}

/** Records the senders from whose lists the user unsubscribed. */
export const followUnsubscribes: Subscription<MailContext> = {
	name: "spam-analyzer.unsubscribes",
	handlers: [
		on(mailUnsubscribed, async ({ database }: MailContext, events, { ownerId }) => {
			for (const { payload, publishedAt } of events)
				await database.exec(
					// Not of a mailbox that was disconnected meanwhile: its rows would never be deleted.
					`insert into unsubscribed_senders as s (owner_id, account_id, sender_email, unsubscribed_at)
					select $1, $2::uuid, $3::text, $4::timestamptz where exists (select from mail_accounts_v1 where owner_id = $1 and id = $2)
					on conflict (owner_id, account_id, sender_email)
					do update set unsubscribed_at = greatest(s.unsubscribed_at, excluded.unsubscribed_at)`,
					[ownerId, payload.accountId, payload.senderEmail, publishedAt],
				);
		}),
	],
};

/** Reads the complaints about an address, or about a domain with its subdomains. */
export async function readComplaints(database: Database, ownerId: string, sender: Sender): Promise<Complaints> {
	const { value, on: ofSender } = senderFilter(sender);
	const row = await database.one<Complaints>(
		`select (
			select count(distinct m.id)::int
			from mail_operations_v1 o
			join mail_operation_items_v1 i on i.owner_id = $1 and i.operation_id = o.id and i.state in ('local', 'done')
			left join mail_operation_replacements_v1 r
				on r.owner_id = $1 and r.operation_id = o.id and r.account_id = i.account_id and r.email_id = i.email_id
			join mail_messages_v1 m
				on m.owner_id = $1 and m.account_id = i.account_id and m.id = coalesce(r.replacement_id, i.email_id)
			where o.owner_id = $1 and o.action ->> 'type' = 'spam' and m.folder_role = 'spam' and ${ofSender("m.sender_email")}
		) as "markedAsSpam", (
			select max(unsubscribed_at) from unsubscribed_senders where owner_id = $1 and ${ofSender("sender_email")}
		) as "unsubscribedAt"`,
		[ownerId, value],
	);
	return row ?? { markedAsSpam: 0, unsubscribedAt: null };
}
