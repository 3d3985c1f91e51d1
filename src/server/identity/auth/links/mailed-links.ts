import { brand } from "#shared/brand.ts";
import type { Config } from "../../../config.ts";
import type { Logger } from "../../../log.ts";
import type { Mailer, SystemMail } from "../../../platform/system-mail/mailer.ts";

/**
 * Emails about signing in. They are sent in the background: no transaction waits for them, and response times do not
 * reveal whether one was sent.
 */
export interface AuthEmails {
	verifyAddress(to: string, token: string): void;
	/** To the address that an account's address is to be changed to. */
	changeAddress(to: string, token: string): void;
	/** To the address that an account had before. */
	addressChanged(to: string, next: string): void;
	resetPassword(to: string, token: string): void;
	/** @param redirect a path of this site to open afterwards */
	signIn(to: string, token: string, redirect: string | undefined): void;
	/** To the owner of an existing account whose address was used to sign up again, or for another account. */
	accountExists(to: string): void;
}

/** Lifetime of the links in minutes, as stated in the emails. */
export const linkLifetimeMinutes = { signIn: 15, reset: 60, verify: 24 * 60 };

export function createMailedLinks(config: Config, mailer: Mailer, log: Logger): AuthEmails {
	// The fragment is never sent to a server, so it is in no access log.
	const link = (path: string, token: string): string => `${config.baseUrl}${path}#${token}`;

	function send(mail: SystemMail): void {
		mailer
			.send(mail)
			.catch((cause: unknown) =>
				log.error({ event: "sign_in.mail_failed", err: cause }, "a mail about signing in was not sent"),
			);
	}

	return {
		verifyAddress(to, token) {
			const url = link("/auth/verify", token);
			send({
				to,
				subject: `Confirm your email address for ${brand.name}`,
				text: `Someone, probably you, created a ${brand.name} account with this email address.\n\nTo confirm that it is yours, open this link within a day:\n${url}\n\nIf it wasn't you, ignore this email.`,
				logWithoutSmtp: url,
			});
		},
		changeAddress(to, token) {
			const url = link("/auth/verify", token);
			send({
				to,
				subject: `Confirm your new email address for ${brand.name}`,
				text: `Someone, probably you, wants to use this email address for their ${brand.name} account.\n\nTo confirm, open this link within a day, in a browser where you are signed in:\n${url}\n\nIf it wasn't you, ignore this email. Nothing changes.`,
				logWithoutSmtp: url,
			});
		},
		addressChanged(to, next) {
			if (!mailer.configured) return;
			send({
				to,
				subject: `Your email address for ${brand.name} was changed`,
				text: `The email address of your ${brand.name} account is now ${next}. You sign in with it from now on.\n\nIf it wasn't you, ask the administrator of ${config.baseUrl} for help.`,
			});
		},
		resetPassword(to, token) {
			const url = link("/auth/reset", token);
			send({
				to,
				subject: `Choose a new password for ${brand.name}`,
				text: `To choose a new password, open this link within an hour:\n${url}\n\nIf you didn't request this, ignore this email. Your password stays the same.`,
				logWithoutSmtp: url,
			});
		},
		signIn(to, token, redirect) {
			const path = redirect === undefined ? "/auth/link" : `/auth/link?redirect=${encodeURIComponent(redirect)}`;
			const url = link(path, token);
			send({
				to,
				subject: `Sign in to ${brand.name}`,
				text: `To sign in, open this link within ${linkLifetimeMinutes.signIn} minutes. It works once:\n${url}\n\nIf you didn't request this, ignore this email.`,
				logWithoutSmtp: url,
			});
		},
		accountExists(to) {
			if (!mailer.configured) return;
			send({
				to,
				subject: `You have a ${brand.name} account already`,
				text: `Someone, maybe you, tried to use this email address for a new account, or for another one. It already has an account.\n\nSign in: ${config.baseUrl}/auth\nForgot the password? ${config.baseUrl}/auth?mode=forgot`,
			});
		},
	};
}
