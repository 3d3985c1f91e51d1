import { imapProvider } from "#providers/imap/provider.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import type { CampaignServer } from "#test/campaigns.ts";
import type { TestInstall } from "#test/database.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { startSmtpSink } from "#test/smtp-sink.ts";
import { type Mail, mailOf } from "./sent-mail.ts";

/** A mailbox that a campaign is sent from. */
export interface Outbox {
	accountId: string;
	address: string;
	/** A message arrives. @param raw one code unit per byte @param at epoch milliseconds */
	deliver(raw: string, at: number): Promise<void>;
}

export interface Arrival {
	outbox: Outbox;
	mail: Mail;
}

/** The mailboxes of a user who sends campaigns. */
export interface Outreach {
	server: CampaignServer;
	outboxes: Outbox[];
	/** Works on the database while no server does. */
	inside<T>(work: (box: TestMailbox) => Promise<T>): Promise<T>;
	/** Sets the clock of the mail service, if it has one. @param at epoch milliseconds */
	setTime(at: number): void;
	/** What recipients got since the last call. */
	arrivals(): Arrival[];
	/** Message-IDs, as the product gave them, of everything that recipients got. */
	arrivedIds(): string[];
	close(): Promise<void>;
}

const MAILBOXES = 4;

/** The server that runs the campaigns, without its provider. @param start epoch milliseconds */
export function serverOn(
	{ dataDir, databaseUrl }: Pick<TestInstall, "dataDir" | "databaseUrl">,
	start: number,
): Omit<CampaignServer, "provider"> {
	return { dataDir, databaseUrl, now: start, baseUrl: "https://mail.example.org" };
}

/** @returns works on the database while no server does */
export function insideOf(
	{ dataDir, databaseUrl, baseUrl }: CampaignServer,
	given: { provider: Provider; now: () => number },
): Outreach["inside"] {
	return async (work) => {
		const box = await openMailbox({ dataDir, databaseUrl }, { isIdle: true, baseUrl, ...given });
		try {
			return await work(box);
		} finally {
			await box.close();
		}
	};
}

/** Mailboxes in Dovecot, with one SMTP server. @param start epoch milliseconds */
export async function openOutreach(start: number): Promise<Outreach> {
	const install = await testInstall();
	const dovecot = await startDovecot();
	const sink = await startSmtpSink();
	const deferred = new Set<string>();
	sink.refuseRecipients((address) => {
		if (address.startsWith("refused")) return "550 5.1.1 No such user";
		if (!address.startsWith("greylisted") || deferred.has(address)) return null;
		deferred.add(address);
		return "451 4.7.1 Greylisted, try again later";
	});
	const server: CampaignServer = { ...serverOn(install, start), provider: { kind: "imap" } };
	const inside = insideOf(server, { provider: imapProvider, now: () => start });
	const outboxes = await inside(async (box) => {
		const made: Outbox[] = [];
		for (let n = 0; n < MAILBOXES; n++) {
			const user = await dovecot.addUser();
			made.push({
				accountId: await connectMailbox(box, dovecot, user, sink.port),
				address: `${user.user}@example.org`,
				deliver: (raw) => dovecot.deliver(user.user, Buffer.from(raw, "latin1")),
			});
		}
		return made;
	});
	let seen = 0;
	return {
		...{ server, outboxes, inside, setTime: () => undefined },
		arrivals() {
			const fresh = sink.received.slice(seen);
			seen += fresh.length;
			return fresh.map((received) => {
				const outbox = outboxes.find(({ address }) => address === received.from);
				if (outbox === undefined) throw new Error(`A message was sent from ${received.from}`);
				return { outbox, mail: mailOf(received) };
			});
		},
		arrivedIds: () => sink.received.map((received) => mailOf(received).messageId),
		async close() {
			await sink.close();
			await dovecot.stop();
			await install.remove();
		},
	};
}
