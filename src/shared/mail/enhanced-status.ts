/** An SMTP reply in its parts. */
interface SmtpReply {
	/** Enhanced status code (RFC 3463), e.g. `5.1.1`. */
	status: string;
	/** The server's words, without codes, on one line. */
	text: string;
}

const MAX_TEXT = 500;

/**
 * Splits an SMTP reply (RFC 5321 §4.2), of one or more lines. Where the server gives no enhanced status code (RFC 2034),
 * it is the class alone: `5.0.0` or `4.0.0`.
 */
export function parseSmtpReply(reply: string): SmtpReply {
	const [, code = ""] = /^\s*([245]\d\d)\b/.exec(reply) ?? [];
	const lines = reply.split(/\r\n|\r|\n/).map((line) => line.trim().replace(/^[245]\d\d[ -]?/, ""));
	const status = lines.map(enhancedStatus).find((found) => found !== null) ?? `${code[0] ?? "5"}.0.0`;
	const text = lines
		.map((line) => line.replace(/^[245]\.\d{1,3}\.\d{1,3}\b[ :]*/, ""))
		.join(" ")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, MAX_TEXT);
	return { status, text };
}

/** The enhanced status code that the text begins with (RFC 3463 §2); null: none. */
export function enhancedStatus(text: string): string | null {
	return /^\s*([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(text)?.[1] ?? null;
}

/** Subjects (RFC 3463 §3.2, §3.3) of addresses that will never work: no such mailbox, host or syntax; disabled. */
const DEAD_ADDRESS = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** Whether the status says that the address itself does not work, now or later. */
export function isDeadAddress(status: string | null): boolean {
	return status !== null && DEAD_ADDRESS.test(status);
}

/** Words of mail systems without status codes, and what RFC 3463 calls them. */
const MEANINGS: readonly (readonly [words: RegExp, status: string])[] = [
	[
		/\b(?:quota|(?:mailbox|account) (?:is )?full|over ?quota|storage (?:limit|allocation)|insufficient (?:disk|storage)|not enough (?:disk|space)|mailbox (?:has )?exceed(?:s|ed)|too many messages on|zu ?viele mails)\b/i,
		"5.2.2",
	],
	[/\b(?:disabled|inactive|suspended|no longer (?:active|valid|in use)|deactivated)\b/i, "5.2.1"],
	[
		/\b(?:spam|blocked|blacklist|black list|rejected (?:by|due)|policy|refused|content filter|virus|uribl|relay(?:ing)?)\b/i,
		"5.7.1",
	],
	[/\b(?:too (?:large|big)|message size|size limit)\b/i, "5.3.4"],
	[
		/\b(?:host (?:not found|unknown)|unknown host|unknown domain|no such domain|domain (?:not found|does not exist)|name server|dns)\b/i,
		"5.1.2",
	],
	[
		/\b(?:user unknown|unknown user|no such (?:user|mailbox|recipient|address|person)|no mailbox|unknown recipient|recipient unknown|(?:recipient|user|mailbox|address|account)[^.\n]{0,40}(?:not (?:found|recognized|listed|exist|valid)|unknown|does not exist|doesn't exist|invalid)|not (?:a valid|listed)|unrecognized recipient)\b/i,
		"5.1.1",
	],
];

const MAX_WORDS = 2_000;

/** The status code that a mail server's words mean, where it gives none; null: none is recognized. */
export function statusFromWords(text: string): string | null {
	const beginning = text.slice(0, MAX_WORDS);
	return MEANINGS.find(([words]) => words.test(beginning))?.[1] ?? null;
}
