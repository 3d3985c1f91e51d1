import type { NewMail } from "#kernel/events.ts";
import { selectMatching } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";

/** A message in the inbox that no rule has matched. */
export interface MessageToScreen {
	id: string;
	email: string;
	name: string;
	receivedAt: Date;
}

/** Messages of one mailbox. */
export type MessagesOf = Pick<NewMail, "ownerId" | "accountId" | "ids">;

/** New messages for the screener: not the user's own, and not matched by a rule. */
export async function messagesToScreen(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId, ids }: MessagesOf,
): Promise<MessageToScreen[]> {
	return ctx.database.query<MessageToScreen>(
		`select e.id, e.sender_email as email, e.sender_name as name, e.received_date as "receivedAt" from mail_messages_v1 e
		join mail_accounts_v1 a on a.owner_id = e.owner_id and a.id = e.account_id
		where e.owner_id = $1 and e.account_id = $2 and e.id = any($3::uuid[]) and e.folder_role = 'inbox'
			and e.sender_email <> '' and e.sender_email is distinct from address_key(a.email)
			and not exists (select from filtered_emails f
				where f.owner_id = e.owner_id and f.account_id = e.account_id and f.email_id = e.id)
		order by e.received_date, e.id`,
		[ownerId, accountId, ids],
	);
}

/** Of these senders, those without earlier mail, and to whom the user has never written. */
export async function firstTimeSenders(
	ctx: Pick<MailContext, "database" | "now">,
	{ ownerId, accountId, ids }: MessagesOf,
	senders: readonly string[],
): Promise<Set<string>> {
	// Mail in spam does not make its sender known, and neither does what was received after the new messages: it is new
	// as well.
	const unknown = await ctx.database.query<{ email: string }>(
		`select s.email from unnest($3::text[]) as s (email) where not exists (
			select from mail_messages_v1 e where e.owner_id = $1 and e.account_id = $2 and e.sender_email = s.email and e.folder_role <> 'spam'
				and e.id <> all($4::uuid[]) and e.received_date <= (select min(n.received_date) from mail_messages_v1 n
					where n.owner_id = $1 and n.account_id = $2 and n.id = any($4::uuid[]) and n.sender_email = s.email))`,
		[ownerId, accountId, senders, ids],
	);
	const found = new Set<string>();
	for (const { email } of unknown) if (!(await wasWrittenTo(ctx, ownerId, accountId, email))) found.add(email);
	return found;
}

async function wasWrittenTo(
	ctx: Pick<MailContext, "database" | "now">,
	ownerId: string,
	accountId: string,
	email: string,
): Promise<boolean> {
	const { text, values } = await selectMatching(ctx.database, {
		ownerId,
		accountId,
		query: { kind: "address", field: "to", email },
		folder: "sent",
		now: ctx.now(),
	});
	return (await ctx.database.query(`select 1 from (${text}) m limit 1`, values)).length > 0;
}
