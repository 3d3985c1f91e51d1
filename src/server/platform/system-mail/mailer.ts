import { createTransport } from "nodemailer";
import { brand } from "#shared/brand.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";

/** Mail that the server itself writes: links to sign in with, messages of the contact form. Not a person's own mail. */
export interface SystemMail {
	/** One address. */
	to: string;
	subject: string;
	text: string;
	html?: string;
	/** Whom an answer goes to. */
	replyTo?: { name: string; address: string };
	/**
	 * What the operator finds in the log when there is no SMTP server, such as a link to sign in with. Only for mail
	 * that would otherwise lock people out: whoever reads the log can use it.
	 */
	logWithoutSmtp?: string;
}

export interface Mailer {
	/** Whether SMTP_URL is set; pages say so where it matters. */
	readonly configured: boolean;
	/**
	 * Hands a mail to the SMTP server.
	 * @returns `sent: false` where none is set, else what the server answered
	 * @throws MailNotSent when the server cannot be reached or does not take it
	 */
	send(mail: SystemMail): Promise<{ sent: boolean; answer?: string }>;
	close(): void;
}

/** The SMTP server did not take a mail; the message holds its answer. */
export class MailNotSent extends Error {
	override name = "MailNotSent";
}

/** Milliseconds; a server that does not answer must not hold up a request for minutes. */
const retryPolicy = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer(config: Pick<Config, "smtpUrl" | "mailFrom">, log: Logger): Mailer {
	const transport = config.smtpUrl === null ? null : createTransport(withRetry(config.smtpUrl));
	return {
		configured: transport !== null,
		async send({ to, logWithoutSmtp, ...mail }) {
			if (transport === null) {
				const told = logWithoutSmtp === undefined ? {} : { instead: logWithoutSmtp };
				log.warn({ to, ...told }, "a mail was not sent: set SMTP_URL to send mail");
				return { sent: false };
			}
			try {
				// As an object, so that a comma in it cannot add a second recipient.
				const { response } = await transport.sendMail({
					...mail,
					from: { name: brand.name, address: config.mailFrom },
					to: { name: "", address: to },
				});
				return { sent: true, answer: response };
			} catch (cause) {
				throw new MailNotSent(`The SMTP server did not take a mail: ${(cause as Error).message}`, { cause });
			}
		},
		close: () => transport?.close(),
	};
}

/** The operator may set each of these in SMTP_URL, as nodemailer reads them there. */
function withRetry(smtpUrl: string): string {
	const url = new URL(smtpUrl);
	for (const [name, ms] of Object.entries(retryPolicy))
		if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
	return url.href;
}
