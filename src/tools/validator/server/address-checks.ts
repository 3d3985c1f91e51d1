import { type ParsedAddress, type SyntaxProblem, syntaxSentences } from "#kernel/addresses.ts";
import { isDisposable, isFreeProvider, isRelay } from "#kernel/domains.ts";
import type { Check, Flag } from "../contract.ts";
import { isGibberish } from "./lists/gibberish.ts";
import { isRole } from "./lists/roles.ts";
import type { OwnMail } from "./own-mail.ts";
import type { ProbeResult } from "./smtp/store.ts";

/** Checks of the address itself, without the DNS. */
export function flagsOf({ localText, isQuoted, isInternational, domain }: ParsedAddress): Flag[] {
	const host = domain?.ascii ?? "";
	const flags: [Flag, boolean][] = [
		["role", isRole(localText)],
		["free", isFreeProvider(host)],
		["relay", isRelay(host)],
		["disposable", domain !== null && isDisposable(host)],
		// Aliases of relays are random on purpose.
		["gibberish", !isRelay(host) && isGibberish(localText)],
		["quoted", isQuoted],
		["international", isInternational],
	];
	return flags.flatMap(([flag, isSet]) => (isSet ? [flag] : []));
}

/** The finding of the user's own mail, as it is stored; null: nothing is known. */
export interface OwnMailFinding {
	state: "pass" | "warn" | "fail";
	detail: string;
}

/** Puts what is known into a sentence. @param mail null: the address has no valid syntax */
export function findingOf(mail: OwnMail | null): OwnMailFinding | null {
	if (mail?.bounce && !wroteSince(mail, mail.bounce.at)) {
		const reply = mail.bounce.reply === null ? "" : `: ${mail.bounce.reply.slice(0, 300)}`;
		return { state: "fail", detail: `Your email of ${day(mail.bounce.at)} came back${reply}` };
	}
	if (mail?.suppressed) {
		const { reason } = mail.suppressed;
		return { state: "warn", detail: `It is on your suppression list${reason === null ? "" : `: ${reason}`}` };
	}
	return mail?.lastWrote ? { state: "pass", detail: `It wrote to you on ${day(mail.lastWrote)}.` } : null;
}

/** Whether mail from the address arrived after a date: what was known before no longer counts. */
export function wroteSince({ lastWrote }: OwnMail, date: Date): boolean {
	return lastWrote !== null && lastWrote > date;
}

function day(date: Date): string {
	return date.toISOString().slice(0, 10);
}

interface AddressFacts {
	problem: SyntaxProblem | null;
	flags: readonly Flag[];
	ownMail: OwnMailFinding | null;
	/** What its mail server says; null: it was not asked. */
	probe: ProbeResult | null;
	checkedAt: string;
}

/** The checks of an address that need no DNS. */
export function addressChecks({ problem, flags, ownMail, probe, checkedAt }: AddressFacts): Check[] {
	const make = (name: string, state: Check["state"], detail: string, source: string | null = null): Check => {
		return { name, state, detail, durationMs: 0, source, checkedAt };
	};
	if (problem !== null) return [make("syntax", "fail", syntaxSentences[problem])];
	const has = (flag: Flag): boolean => flags.includes(flag);
	const doubts = [
		has("repaired") ? "Characters that can't be seen were left out." : "",
		has("international") ? "It has characters that only mail servers with SMTPUTF8 accept." : "",
	].filter((doubt) => doubt !== "");
	return [
		doubts.length > 0
			? make("syntax", "warn", doubts.join(" "))
			: make("syntax", "pass", "The format is valid (RFC 5321)."),
		has("disposable")
			? make("disposable", "warn", "Mailboxes at this domain are thrown away after use.", "disposable-email-domains")
			: make(
					...(["disposable", "pass"] as const),
					has("relay") ? "The address forwards to another one." : "The domain is not on the list of disposable ones.",
					"disposable-email-domains",
				),
		has("role")
			? make("role", "warn", "The address belongs to a function, not to a person.")
			: make("role", "pass", "The address does not belong to a function."),
		has("gibberish")
			? make("gibberish", "warn", "The part before the @ looks random.")
			: make("gibberish", "pass", "The part before the @ looks like a name."),
		ownMail === null
			? make("own-mail", "not-checked", "Your mail knows nothing about this address.", "your mail")
			: make("own-mail", ownMail.state, ownMail.detail, "your mail"),
		probe === null
			? make("mailbox", "not-checked", "Its mail server was not asked whether the mailbox exists.")
			: { ...make("mailbox", ...describeProbe(probe), probe.server), checkedAt: probe.checkedAt.toISOString() },
	];
}

const PROBE_TEXTS: Record<ProbeResult["outcome"], [Check["state"], string]> = {
	accepted: ["pass", "The mail server accepts email for the mailbox"],
	"catch-all": ["warn", "The mail server accepts every address of the domain"],
	"not-found": ["fail", "The mailbox does not exist"],
	"mailbox-disabled": ["fail", "The mailbox is disabled"],
	"mailbox-full": ["warn", "The mailbox is full"],
	greylisted: ["not-checked", "The mail server asks to try again later"],
	refused: ["not-checked", "The mail server does not say whether the mailbox exists"],
	busy: ["error", "The mail server reported a temporary failure"],
	unreachable: ["error", "The mail server could not be asked"],
};

/** What a mail server said, as a sentence. */
function describeProbe({ outcome, reply, retryAt }: ProbeResult): [Check["state"], string] {
	const [state, text] = PROBE_TEXTS[outcome];
	const again = retryAt === null ? "" : ` It is asked again after ${time(retryAt)}.`;
	return [state, `${text}${reply === null || outcome === "accepted" ? "." : `: ${reply.slice(0, 300)}`}${again}`];
}

function time(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
