/** Shared test helpers: mailboxes at Dovecot, and at the emulators of Gmail and Outlook. */

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createGmailProvider } from "#providers/gmail/provider.ts";
import { connect as connectGmail, optionsFor } from "#providers/gmail/testing.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import { connect as connectOutlook } from "#providers/outlook/testing.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { secondClient } from "#test/dovecot/account.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import type { TestMailbox } from "#test/mailbox.ts";
import { startSmtpSink } from "#test/smtp-sink.ts";

export interface Service {
	provider: Provider;
	connect(box: TestMailbox): Promise<string>;
	/** Whole messages in Drafts. */
	drafts(): Promise<string[]>;
	/** Another mail program saves a draft. */
	add(raw: string): Promise<void>;
	/** A message arrives. */
	deliver(raw: string): Promise<void>;
	/** Whole messages that were sent. */
	sent(): Promise<string[]>;
	close(): Promise<void>;
}

async function onDovecot(): Promise<Service> {
	const dovecot = await startDovecot();
	const sink = await startSmtpSink();
	const user = await dovecot.addUser();
	return {
		provider: imapProvider,
		connect: (box) => connectMailbox(box, dovecot, user, sink.port),
		async drafts() {
			const client = await secondClient(dovecot, user);
			try {
				await client.mailboxCreate("Drafts").catch(() => undefined);
				const { exists } = await client.mailboxOpen("Drafts");
				if (exists === 0) return [];
				const found = await client.fetchAll("1:*", { source: true });
				return found.map(({ source }) => source?.toString() ?? "");
			} finally {
				client.close();
			}
		},
		async add(raw) {
			const client = await secondClient(dovecot, user);
			await client.append("Drafts", Buffer.from(raw), ["\\Draft", "\\Seen"]);
			client.close();
		},
		async deliver(raw) {
			const client = await secondClient(dovecot, user);
			await client.append("INBOX", Buffer.from(raw));
			client.close();
		},
		sent: async () => sink.received.map(({ raw }) => raw),
		async close() {
			await sink.close();
			await dovecot.stop();
		},
	};
}

async function onGmail(): Promise<Service> {
	const email = `${randomUUID()}@gmail.example`;
	const google = await startGoogle({ people: [{ email, name: "Ann Example" }] });
	const labeled = (label: string) => google.messages(email).filter(({ labels }) => labels.includes(label));
	const texts = (label: string) => labeled(label).map(({ raw }) => raw.toString());
	return {
		provider: createGmailProvider(optionsFor(google)),
		connect: (box) => connectGmail(box, google, email),
		drafts: async () => texts("DRAFT"),
		async add(raw) {
			const { accessToken } = await google.token(email);
			const reply = await fetch(`${google.apiUrl}/gmail/v1/users/me/drafts`, {
				method: "POST",
				headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
				body: JSON.stringify({ message: { raw: Buffer.from(raw).toString("base64url") } }),
			});
			expect(reply.status).toBe(200);
		},
		deliver: async (raw) => void google.addMessage(email, raw),
		sent: async () => texts("SENT"),
		close: () => google.close(),
	};
}

async function onOutlook(): Promise<Service> {
	const email = "ann@outlook.example";
	const microsoft = await startMicrosoft();
	const texts = (folder: string) => {
		const id = microsoft.folders(email).find(({ wellKnown }) => wellKnown === folder)?.id;
		return microsoft
			.messages(email)
			.filter(({ folderId }) => folderId === id)
			.map(({ raw }) => raw.toString());
	};
	return {
		provider: createOutlookProvider(microsoft),
		connect: (box) => connectOutlook(box, microsoft, email),
		drafts: async () => texts("drafts"),
		add: async (raw) => void microsoft.addMessage(email, raw, { folder: "drafts", isDraft: true, isRead: true }),
		deliver: async (raw) => void microsoft.addMessage(email, raw),
		sent: async () => texts("sentitems"),
		close: () => microsoft.close(),
	};
}

export const SERVICES = [
	...(dovecotPath === null ? [] : [["IMAP", onDovecot] as const]),
	["Gmail", onGmail] as const,
	["Outlook", onOutlook] as const,
];
