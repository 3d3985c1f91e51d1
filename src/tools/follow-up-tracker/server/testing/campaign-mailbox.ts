import type { MailContext } from "#kernel/module.ts";
import { imapProvider } from "#providers/imap/provider.ts";
import { recognizeResponses } from "#server/mail/send/recognize.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDovecot } from "#test/dovecot/dovecot.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { campaignRun } from "../run.ts";
import { newMailSignals, outgoingSignals } from "../signals.ts";
import { openTrackedLink, showPixel } from "../tracking/tracking.ts";

/** A mailbox (Dovecot) that campaigns are sent from, through an SMTP server. */
export interface CampaignMailbox {
	box: TestMailbox;
	sink: SmtpSink;
	account: string;
	/** That it sends from. */
	ownAddress: string;
	/** Connects another mailbox that sends through the same server. @returns its id */
	connectAnother(): Promise<string>;
	/** A message arrives. @param head lines besides To, Date and Message-ID */
	deliver(head: string[], body: string): Promise<void>;
	close(): Promise<void>;
}

/** The SMTP server does not know addresses that start with `refused`. @param now the clock @param dns DNS servers */
export async function openCampaignMailbox(now: () => number, dns?: string): Promise<CampaignMailbox> {
	const install = await testInstall();
	const dovecot = await startDovecot();
	const sink = await startSmtpSink();
	const box = await openMailbox(install, {
		provider: imapProvider,
		receivers: [{ name: "send.responses", onNewMail: recognizeResponses }],
		subscriptions: [outgoingSignals, newMailSignals],
		schedules: [campaignRun],
		now,
		...(dns === undefined ? {} : { dns }),
	});
	const user = await dovecot.addUser();
	const account = await connectMailbox(box, dovecot, user, sink.port);
	await enqueueSync(box.ctx, OWNER, account);
	await box.ctx.jobs.drain();
	sink.refuseRecipients((address) => (address.startsWith("refused") ? "550 5.1.1 No such user" : null));
	let deliveries = 0;
	return {
		...{ box, sink, account, ownAddress: `${user.user}@example.org` },
		connectAnother: async () => connectMailbox(box, dovecot, await dovecot.addUser(), sink.port),
		async deliver(head, body) {
			const fixed = [`To: ${user.user}@example.org`, `Date: ${new Date(now()).toUTCString()}`];
			const id = `Message-ID: <back-${++deliveries}@example.net>`;
			await dovecot.deliver(user.user, [...fixed, id, ...head, "", body, ""].join("\r\n"));
		},
		async close() {
			await box.close();
			await sink.close();
			await dovecot.stop();
			await install.remove();
		},
	};
}

/** Requests the address of a tracked link or picture, as someone with a browser. */
export function requestTracked(
	ctx: MailContext,
	link: string,
	userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0",
): Promise<Response> {
	const token = new URL(link).pathname.split("/").at(-1) ?? "";
	const visit = { token, request: new Request(link, { headers: { "user-agent": userAgent } }), callerId: null };
	return link.includes("/opens/") ? showPixel(ctx, visit) : openTrackedLink(ctx, visit);
}
