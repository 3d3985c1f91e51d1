import type { Account } from "#shared/contracts/accounts.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import type { MailContext } from "../context/context.ts";
import { listAccounts } from "../store/accounts.ts";

/** A mailbox, as one to send from. */
export interface Sender {
	accountId: string;
	/** Of the mailbox. */
	name: string;
	/** Null: it has none. */
	email: string | null;
	/** Why it cannot send, for the user; null: it can. */
	obstacle: string | null;
	/** Largest message (RFC 5322 bytes) that it sends; null: unknown until it is tried. */
	maxMessageBytes: number | null;
	/** What it sends stays in the mailbox, as in the demo's: no one receives it. */
	isLocal: boolean;
}

/** A user's mailboxes as ones to send from, those that cannot with the reason. */
export async function listSenders(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
): Promise<Sender[]> {
	return (await listAccounts(ctx, ownerId)).map((account) => {
		const provider = ctx.providers.get(account.provider);
		const email = account.email ?? provider?.defaultAddress ?? null;
		const maxMessageBytes = provider?.maxMessageBytes ?? null;
		return {
			...{ accountId: account.id, name: account.name, email, obstacle: obstacleOf(account, email), maxMessageBytes },
			isLocal: account.capabilities.send && !account.capabilities.remote,
		};
	});
}

/** The addresses that a user sends from, by their keys. */
export async function ownAddresses(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
): Promise<Set<string>> {
	const senders = await listSenders(ctx, ownerId);
	return new Set(senders.flatMap(({ email }) => (email === null ? [] : [addressKey(email)])));
}

function obstacleOf(account: Account, email: string | null): string | null {
	const { status, access, capabilities } = account;
	if (status === "disconnected") return "This mailbox is disconnected. Reconnect it to send mail.";
	if (status === "needs_sign_in") return "This mailbox requires you to sign in again. Reconnect it to send mail.";
	if (access === "read") return "This mailbox is connected as read-only. Connect it with full access to send mail.";
	if (capabilities.send && email !== null) return null;
	if (!capabilities.remote)
		return "This mailbox was imported from a file, so there is no server to send mail with. Send from another mailbox.";
	return "This mailbox has no server for outgoing mail. Add one in its settings, or send from another mailbox.";
}
