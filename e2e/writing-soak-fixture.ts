import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import type { TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { type SoakServer, startSoakServer } from "./soak-server.ts";

/** A server whose user has four kinds of mailbox, and an SMTP server that receives. */

/** `unable`: without a server for outgoing mail. */
export const boxes = ["real", "unable", "file", "demo"] as const;
export type Box = (typeof boxes)[number];

export interface SoakMailboxes extends SoakServer {
	sink: SmtpSink;
	/** The mailboxes, the address of the real one, and an email to answer in each. */
	accounts: Record<Box, string>;
	address: string;
	emails: Record<Box, string>;
}

export async function startMailboxes(): Promise<SoakMailboxes> {
	const [server, dovecot, sink] = await Promise.all([
		startSoakServer("soak@example.net"),
		startDovecot(),
		startSmtpSink(),
	]);
	const user = await server.user();
	await user.client(composerContract).updateComposerSettings({ body: { undoSeconds: 0 } });
	return {
		...{ ...server, sink },
		...(await connectAll(user, dovecot, sink)),
		async close() {
			await server.close();
			await Promise.all([dovecot.stop(), sink.close()]);
		},
	};
}

const message = (subject: string, to: string): string =>
	[
		...["From: Ann Archer <ann@archers.example>", `To: ${to}, Carl <carl@archers.example>`, `Subject: ${subject}`],
		...["Date: Mon, 05 Oct 2026 10:00:00 +0000", `Message-ID: <${subject.toLowerCase()}@archers.example>`],
		...["", "Shall we meet on Friday?", ""],
	].join("\r\n");

/** The demo first, as most people do. */
async function connectAll(user: TestUser, dovecot: Dovecot, sink: SmtpSink) {
	const api = user.client(accountsContract);
	const demo = (await api.startDemo()).account.id;
	const connect = async ({ user: username, password }: MailUser, canSend: boolean): Promise<string> => {
		const email = `${username}@example.org`;
		await dovecot.deliver(username, message("Meeting", email));
		const { imapsPort, certificate } = dovecot;
		const smtp = canSend ? { host: "localhost", port: sink.port, security: "none" as const } : null;
		const imap = { host: "localhost", port: imapsPort, security: "tls" as const, certificate };
		return (await api.connectImap({ body: { email, username, password, imap, smtp } })).account.id;
	};
	const writer = await dovecot.addUser();
	const real = await connect(writer, true);
	const unable = await connect(await dovecot.addUser(), false);
	const bytes = new TextEncoder().encode(
		`From ann@archers.example Mon Oct  5 10:00:00 2026\n${message("File", "me@old.example")}\n`,
	);
	const file = (await api.importMbox({ query: { filename: "old.mbox" } }, { bytes })).account.id;
	const accounts: Record<Box, string> = { real, unable, file, demo };
	const emails = {} as Record<Box, string>;
	for (const box of boxes) emails[box] = await newestOf(user, accounts[box]);
	return { accounts, emails, address: `${writer.user}@example.org` };
}

/** The newest email of a mailbox, once it is synced. */
async function newestOf(user: TestUser, account: string): Promise<string> {
	for (let left = 300; left > 0; left--) {
		const { items } = await user.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } });
		if (items[0] !== undefined) return items[0].id;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error("The mailbox got no mail");
}
