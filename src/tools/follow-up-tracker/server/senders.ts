import { accountsIn } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { listSenders, type Sender } from "#kernel/send.ts";

/** The mailboxes to choose from: without uploaded files, which no setting makes one to send from. */
export async function campaignSenders(ctx: MailContext, ownerId: string): Promise<Sender[]> {
	const accounts = await accountsIn(ctx, ownerId, null);
	const files = accounts.filter(({ capabilities }) => !capabilities.send && !capabilities.remote);
	return (await listSenders(ctx, ownerId)).filter(({ accountId }) => !files.some(({ id }) => id === accountId));
}
