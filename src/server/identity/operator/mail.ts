import { brand } from "#shared/brand.ts";
import { MailNotSent } from "../../platform/system-mail/mailer.ts";
import type { Context } from "../auth/context.ts";
import { findOperator } from "../contact/store.ts";

/** The SMTP configuration of system mail, without the password. */
export async function readSystemMail(ctx: Context) {
	const { smtpUrl, mailFrom, contactEmail } = ctx.config;
	return {
		configured: ctx.mailer.configured,
		server: smtpUrl === null ? null : new URL(smtpUrl).host,
		from: mailFrom,
		contact: contactEmail ?? (await findOperator(ctx.database))?.email ?? "",
	};
}

/**
 * Sends a test email.
 * @returns the SMTP server's response, verbatim
 */
export async function sendTestMail(ctx: Context, to: string): Promise<{ sent: boolean; answer: string }> {
	if (!ctx.mailer.configured) return { sent: false, answer: "SMTP_URL is not set, so this server can't send email." };
	try {
		const { sent, answer } = await ctx.mailer.send({
			to,
			subject: `Test email from ${brand.name}`,
			text: `This is a test. ${ctx.config.baseUrl} can send email.\n`,
		});
		return { sent, answer: answer ?? "" };
	} catch (cause) {
		if (!(cause instanceof MailNotSent)) throw cause;
		return { sent: false, answer: cause.message };
	}
}
