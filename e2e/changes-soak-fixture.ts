import { ImapFlow } from "imapflow";
import { accountsContract, type Folder } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import type { TestUser } from "#test/server.ts";
import type { Entry, Mail } from "./changes-soak-model.ts";
import { type SoakServer, startSoakServer } from "./soak-server.ts";

/** A server whose user has mail in each kind of mailbox that can be changed, and another client of the mail server. */

export const boxes = ["real", "file", "demo"] as const;
export type Box = (typeof boxes)[number];

/** What the mail server has of a message. */
export interface Stored {
	subject: string;
	folder: string;
	isRead: boolean;
	isStarred: boolean;
}

export interface SoakMailboxes extends SoakServer {
	accounts: Record<Box, string>;
	folders: Record<Box, readonly Folder[]>;
	mails(box: Box): Promise<Mail[]>;
	/** Everything in the real mailbox, by a connection of its own. */
	stored(): Promise<Stored[]>;
	/** Once no change is on its way: what was journalled since it was last asked, in order. */
	journalled(): Promise<Entry[]>;
}

export async function startMailboxes(): Promise<SoakMailboxes> {
	const [server, dovecot] = await Promise.all([startSoakServer("changes@example.net"), startDovecot()]);
	const owner = await dovecot.addUser();
	const letters = lettersTo(`${owner.user}@example.org`);
	for (const name of ["Projects", "Receipts"]) await dovecot.doveadm("mailbox", "create", "-s", "-u", owner.user, name);
	await dovecot.load(owner.user, letters);
	const user = await server.user();
	const api = user.client(accountsContract);
	const email = `${owner.user}@example.org`;
	const { user: username, password } = owner;
	const imap = {
		...{ host: "localhost", port: dovecot.imapsPort },
		...{ security: "tls" as const, certificate: dovecot.certificate },
	};
	const mbox = letters.map(({ raw, date }) => `From ann@archers.example ${date.toUTCString()}\n${raw}\n`).join("");
	const bytes = new TextEncoder().encode(mbox);
	const accounts = {
		demo: (await api.startDemo()).account.id,
		real: (await api.connectImap({ body: { email, username, password, imap, smtp: null } })).account.id,
		file: (await api.importMbox({ query: { filename: "old.mbox" } }, { bytes })).account.id,
	};
	await noJobs(user);
	const seen = new Set<string>();
	const folders = {} as Record<Box, readonly Folder[]>;
	for (const box of boxes) folders[box] = (await api.listFolders({ params: { id: accounts[box] } })).items;
	return {
		...{ ...server, accounts, folders },
		mails: async (box) => mailsOf(await server.user(), accounts[box]),
		stored: () => readMailbox(owner, dovecot.imapPort),
		journalled: async () => newEntries(await server.user(), seen),
		async close() {
			await server.close();
			await dovecot.stop();
		},
	};
}

const LETTERS = 70;

/** The newest first; each seventh is a conversation with the one before. */
function lettersTo(address: string): { raw: string; date: Date; flags: string }[] {
	return Array.from({ length: LETTERS }, (_, index) => {
		const date = new Date(Date.UTC(2026, 9, 5) - index * 3_600_000);
		const isReply = index % 7 === 6;
		const fields = [
			`From: Ann Archer <ann@archers.example>\nTo: ${address}\nSubject: ${isReply ? "Re: " : ""}Letter ${isReply ? index + 1 : index}`,
			`Date: ${date.toUTCString().replace("GMT", "+0000")}\nMessage-ID: <letter-${index}@archers.example>`,
			...(isReply ? [`In-Reply-To: <letter-${index + 1}@archers.example>`] : []),
		];
		return { raw: `${fields.join("\n")}\n\nAll there is to say.\n`, date, flags: index % 3 === 0 ? "" : "S" };
	});
}

/** Waits until nothing is in flight to a mail server. */
async function noJobs(user: TestUser): Promise<void> {
	for (;;) {
		const { items } = await user.client(jobsContract).listJobs({ query: { active: "true" } });
		if (items.length === 0) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function mailsOf(user: TestUser, account: string): Promise<Mail[]> {
	const mails: Mail[] = [];
	for (let cursor: string | undefined; ; ) {
		const query = { account, q: "in:anywhere", limit: 200, cursor };
		const { items, nextCursor } = await user.client(emailsContract).listEmails({ query });
		for (const { id, threadId, subject, receivedAt, isRead, isStarred, folderId, labels } of items)
			mails.push({
				...{ id, threadId, subject, receivedAt, isRead, isStarred },
				...{ folder: folderId, labels: [...labels].sort() },
			});
		if (nextCursor === null) return mails;
		cursor = nextCursor;
	}
}

async function newEntries(user: TestUser, seen: Set<string>): Promise<Entry[]> {
	await noJobs(user);
	const api = user.client(plansContract);
	const { items } = await api.listOperations({ query: { limit: 50 } });
	const entries: Entry[] = [];
	for (const { id } of items.filter((one) => !seen.has(one.id)).toReversed()) {
		seen.add(id);
		const operation = await api.getOperation({ params: { id } });
		while (operation.nextCursor !== null) {
			const next = await api.getOperation({ params: { id }, query: { cursor: operation.nextCursor } });
			operation.items.push(...next.items);
			operation.nextCursor = next.nextCursor;
		}
		entries.push(operation);
	}
	return entries;
}

async function readMailbox({ user, password }: MailUser, port: number): Promise<Stored[]> {
	const client = new ImapFlow({
		...{ host: "127.0.0.1", port, secure: false, logger: false },
		...{ tls: { rejectUnauthorized: false }, auth: { user, pass: password } },
	});
	await client.connect();
	try {
		const stored: Stored[] = [];
		for (const { path } of await client.list()) {
			const { exists } = await client.mailboxOpen(path, { readOnly: true });
			if (exists === 0) continue;
			for await (const { envelope, flags = new Set() } of client.fetch("1:*", { envelope: true, flags: true }))
				stored.push({
					...{ subject: envelope?.subject ?? "", folder: path },
					...{ isRead: flags.has("\\Seen"), isStarred: flags.has("\\Flagged") },
				});
		}
		return stored;
	} finally {
		await client.logout();
	}
}
