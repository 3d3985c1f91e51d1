import type { ConnectionFault } from "#server/mail/provider/errors.ts";

/** Provider-specific causes of a rejected sign-in, and what to do about it. */
interface SignInHelp {
	hosts: RegExp;
	/** Pattern of the server's error, when not every rejection has this cause. */
	errorText?: RegExp;
	fault: ConnectionFault;
	advice: string;
}

const HELP: readonly SignInHelp[] = [
	{
		hosts: /(^|\.)(gmail|googlemail|google)\.com$/i,
		errorText: /not enabled for imap/i,
		fault: "refused-account",
		advice: "IMAP is off for this account: turn it on in Gmail's settings, under Forwarding and POP/IMAP.",
	},
	{
		hosts: /(^|\.)(gmail|googlemail|google)\.com$/i,
		fault: "app-password",
		advice:
			"Google accepts only app passwords: turn on 2-Step Verification, create one at https://myaccount.google.com/apppasswords and enter it.",
	},
	{
		hosts: /(^|\.)(me|icloud|mac)\.com$/i,
		fault: "app-password",
		advice:
			"iCloud accepts only app-specific passwords here: make one at https://account.apple.com under Sign-In and Security and enter it.",
	},
	{
		hosts: /(^|\.)(yahoo|ymail|yahoodns)\.[a-z.]+$/i,
		fault: "app-password",
		advice: "Yahoo accepts only app passwords: create one at https://login.yahoo.com/account/security and enter it.",
	},
	{
		hosts: /(^|\.)(aol|verizon|aim)\.(com|net)$/i,
		fault: "app-password",
		advice: "AOL accepts only app passwords: create one at https://login.aol.com/account/security and enter it.",
	},
	{
		hosts: /(^|\.)(fastmail\.(com|fm)|messagingengine\.com)$/i,
		fault: "app-password",
		advice:
			"Fastmail accepts only app passwords: create one at https://app.fastmail.com/settings/security/apps and enter it.",
	},
	{
		hosts: /(^|\.)(outlook|office365|hotmail|live)\.com$/i,
		fault: "refused-account",
		advice:
			"Microsoft no longer accepts passwords from mail programs (basic authentication is disabled): connect this mailbox as Outlook instead.",
	},
	{
		hosts: /(^|\.)(gmx\.[a-z]+|web\.de)$/i,
		fault: "password",
		advice:
			"Check the user name and the password, and that POP3 and IMAP access is turned on in the mailbox's web settings. With two-factor sign-in, an app password is required.",
	},
	{
		hosts: /./,
		errorText: /basic ?auth/i,
		fault: "refused-account",
		advice: "This server no longer accepts passwords from mail programs (basic authentication is disabled).",
	},
	{
		hosts: /./,
		errorText: /app(lication)?[ -]?(specific )?(pass|password)|application-specific|2-?step|two-factor/i,
		fault: "app-password",
		advice: "Create an app password in the account's security settings at your provider, and enter it here.",
	},
	{
		hosts: /./,
		errorText: /disabled|suspended|locked|blocked|not enabled|not allowed/i,
		fault: "refused-account",
		advice: "Sign in to the mailbox on the web to see why, or ask your provider.",
	},
];

/** @param detail the server's error text */
export function signInHelp(host: string, detail: string): { fault: ConnectionFault; advice: string } {
	const found = HELP.find(
		({ hosts, errorText }) => hosts.test(host) && (errorText === undefined || errorText.test(detail)),
	);
	return found ?? { fault: "password", advice: "Check the user name and the password." };
}
