/** What a mail server's reply to RCPT says about an address. */
export type ProbeOutcome =
	/** The server accepts email for the address, and refuses it for one that can't exist. */
	| "accepted"
	/** The server accepts every address of the domain. */
	| "catch-all"
	| "not-found"
	| "mailbox-disabled"
	| "mailbox-full"
	| "greylisted"
	/** The server doesn't want to talk to this one, or says nothing about the address. */
	| "refused"
	/** A temporary failure other than greylisting. */
	| "busy"
	/** No connection, or it was lost. */
	| "unreachable";

/** A reply of a server (RFC 5321 §4.2). */
export interface Reply {
	code: number;
	/** All lines, without the codes in front, joined by spaces. */
	text: string;
}

/** Limits that pass: they say nothing of the address, whatever the code. */
const FOR_NOW =
	/too many (?:recipients|messages|connections|requests|e-?mails|errors)|at a rate|rate[- ]?(?:limit|control)|throttl|(?:this|per|last|next) (?:hour|minute|day)|(?:hourly|daily|sending|receiving) (?:limit|quota|rate)|exceeded the (?:rate|number|maximum)|temporar|gr[ea]y-?list|(?:try|come|retry) (?:it )?(?:again|back|later)|zu viele|später (?:erneut|noch)|vorübergehend|trop de|réessaye|demasiad|troppi/i;
/** The server refuses this client or message. */
const REFUSES = /\bspam|block(?:ed|list)|black ?list|access denied|policy|reputation|\bbanned\b|not permitted/i;
const FULL =
	/over ?quota|quota (?:is )?exceeded|exceeded (?:its|the|storage) quota|mailbox (?:is )?full|insufficient (?:mailbox )?storage/i;
const DISABLED = /\b(?:disabled|inactive|deactivated|suspended|not active|no longer active)\b/i;
const POLICY =
	/spam|block(?:ed|list)|black ?list|denied|not allowed|not permitted|policy|reputation|\bPTR\b|reverse dns|relay|authenticat|\bhelo\b|rate limit|too many|sender/i;
const NOT_FOUND =
	/(?:user|recipient|mailbox|address|account|addressee)\b.{0,40}\b(?:unknown|not (?:be )?found|not exist|n't exist|invalid|unavailable|no such)|(?:unknown|invalid|no such|non-?existent|bad) (?:local )?(?:user|recipient|mailbox|address|account|destination)|no mailbox/i;
const GREY = /gr[ea]y-?list|try (?:again )?later|try again|come back later|retry (?:later|in)|postgrey|deferred/i;

/**
 * Reads the reply to RCPT: the enhanced status code (RFC 3463) and the text, since many servers send only that. Where the
 * two disagree, the milder one counts. A reply that may be about the sender is `refused`, never a reason against the address.
 */
export function outcomeOf({ code, text }: Reply): ProbeOutcome {
	// 252 (RFC 5321 §3.5.3): accepts without having verified the address.
	if (code === 250 || code === 251) return "accepted";
	if (code < 400) return "refused";
	const enhanced = /^\s*([45]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? "";
	if (/^[45]\.2\.2$/.test(enhanced) || ((enhanced === "" || code === 552) && FULL.test(text))) return "mailbox-full";
	if (code < 500) return temporary(code, enhanced, text);
	if (FOR_NOW.test(text)) return "busy";
	if (REFUSES.test(text) || (enhanced.startsWith("5.1.") && POLICY.test(text) && !NOT_FOUND.test(text)))
		return "refused";
	if (/^5\.(?:1\.1|2\.1)$/.test(enhanced) && FULL.test(text)) return "mailbox-full";
	if (enhanced === "5.2.1") return "mailbox-disabled";
	// 5.1.1: no such mailbox, 5.1.6: it has moved, 5.1.10: the domain has a null MX record.
	if (/^5\.1\.(?:1|6|10)$/.test(enhanced)) return DISABLED.test(text) ? "mailbox-disabled" : "not-found";
	if (/^5\.7\./.test(enhanced)) return "refused";
	if (code !== 550 && code !== 551 && code !== 553) return "refused";
	if (DISABLED.test(text)) return "mailbox-disabled";
	return NOT_FOUND.test(text) && !POLICY.test(text) ? "not-found" : "refused";
}

/** Greylisting (RFC 6647) replies 450 or 451, usually with 4.7.1 or a text that says so. */
function temporary(code: number, enhanced: string, text: string): ProbeOutcome {
	if (code !== 450 && code !== 451) return "busy";
	return enhanced === "4.7.1" || GREY.test(text) ? "greylisted" : "busy";
}
