import type { Transporter } from "nodemailer";
import { brand } from "#shared/brand.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";

/** Mail that the server itself sends, such as sign-in links and contact form messages. Not users' mail. */
export interface SystemMail {
	/** A single address. */
	to: string;
	subject: string;
	text: string;
	html?: string;
	/** Reply-To. */
	replyTo?: { name: string; address: string };
	/**
	 * Logged for the operator when there is no SMTP server, such as a sign-in link. Only for mail without which users
	 * would be locked out: anyone who can read the log can use it.
	 */
	logWithoutSmtp?: string;
}

export interface Mailer {
	/** Whether SMTP_URL is set; screens mention it where it matters. */
	readonly configured: boolean;
	/**
	 * Sends a mail through the SMTP server.
	 * @returns `sent: false` without an SMTP server, otherwise the server's response
	 * @throws MailNotSent when the server is unreachable or rejects the mail
	 */
	send(mail: SystemMail): Promise<{ sent: boolean; answer?: string }>;
	close(): void;
}

/** The SMTP server did not accept a mail; the message contains its response. */
export class MailNotSent extends Error {
	override name = "MailNotSent";
}

/** Milliseconds; an unresponsive server must not block a request for minutes. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer(config: Pick<Config, "smtpUrl" | "mailFrom">, log: Logger): Mailer {
	const { smtpUrl } = config;
	let transport: Transporter | null = null;
	return {
		configured: smtpUrl !== null,
		async send({ to, logWithoutSmtp, ...mail }) {
			if (smtpUrl === null) {
				const content = logWithoutSmtp === undefined ? {} : { instead: logWithoutSmtp };
				log.warn(
					{ event: "system_mail.not_configured", to, ...content },
					"a mail was not sent: set SMTP_URL to send mail",
				);
				return { sent: false };
			}
			try {
				// Imported lazily to keep startup fast.
				const { createTransport } = await import("nodemailer");
				transport ??= createTransport(withTimeouts(smtpUrl));
				// As an object, so that a comma in the address cannot add a recipient.
				const { response } = await transport.sendMail({
					...mail,
					from: { name: brand.senderName, address: config.mailFrom },
					to: { name: "", address: to },
				});
				return { sent: true, answer: response };
			} catch (cause) {
				throw new MailNotSent(`The SMTP server rejected an email: ${(cause as Error).message}`, { cause });
			}
		},
		close: () => transport?.close(),
	};
}

/** Defaults; the operator can override each in SMTP_URL, where nodemailer reads them. */
function withTimeouts(smtpUrl: string): string {
	const url = new URL(smtpUrl);
	for (const [name, ms] of Object.entries(timeouts))
		if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
	return url.href;
}
