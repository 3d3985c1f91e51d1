import { isDeepStrictEqual } from "node:util";
import { parse } from "tldts";
import { domainOf } from "#shared/mail/addresses.ts";
import { type AuthResults, parseAuthResults } from "#shared/mail/auth-results.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import type { TrustFindings, TrustSignal, TrustSignalKind } from "#shared/mail/trust.ts";
import { organizationOf } from "../classify/features/features.ts";
import { failureOf, isAuthentic, isSignedBy, sameOrganization } from "./authentication.ts";
import { BRANDS } from "./brands.ts";
import { hasHiddenLetters, wordWithForeignLetters } from "./disguised-name.ts";
import { impossibleDomain } from "./impossible-domain.ts";
import { linkSignals } from "./link-signals.ts";
import { linksOf } from "./links.ts";
import { lureOf } from "./lures.ts";
import { requestIn } from "./requests.ts";
import { baitIn, senderFit } from "./sender-fit.ts";
import { borrowedBrand, imitatedBrand, isBrandName } from "./sender-name.ts";
import { HINT, MAX_LENGTH, STRONG, WEAK } from "./weights.ts";
import { readWords } from "./words.ts";

/**
 * Signs that a message is not from whom it says, leads somewhere else, or asks for what no one should send. Meant to be
 * right rather than complete: at most two in a thousand of genuine messages are suspicious (`npm run bench -- reading`).
 */

/** Increases when the rules change: stored messages are then judged again. */
export const TRUST_VERSION = 2;

export interface TrustInput {
	message: Pick<
		ParsedMessage,
		"from" | "to" | "cc" | "replyTo" | "attachments" | "listUnsubscribe" | "headers" | "subject"
	>;
	/** Null: only the header is known, or it has none. */
	html: string | null;
	/** Empty where only the header is known. */
	text: string;
}

/** What a message shows, without what the mailbox knows. Linear in its length; asks no server. */
export function findingsOf(input: TrustInput): TrustFindings {
	const { message } = input;
	const authentication = parseAuthResults(message.headers["authentication-results"] ?? "");
	const read = readMessage(input);
	const signals = signalsOf(read, authentication);
	if (authentication === null) return { signals, isAuthentic: false };
	const unconfirmed = signalsOf(read, null);
	return {
		signals,
		isAuthentic: isAuthentic(authentication, read.domain),
		server: organizationOf(authentication.server),
		...(!isDeepStrictEqual(unconfirmed, signals) && { unconfirmed }),
	};
}

/** What does not depend on authentication results. */
interface ReadMessage extends TrustInput {
	/** Of the sender. */
	domain: string;
	isDiscussion: boolean;
	isBulk: boolean;
	lure: ReturnType<typeof lureOf>;
	links: ReturnType<typeof linkSignals>;
	request: ReturnType<typeof requestIn>;
}

function readMessage({ message, html, text }: TrustInput): ReadMessage {
	const { from, headers, subject } = message;
	const domain = domainOf(from.email);
	const isDiscussion = headers["list-id"] !== undefined || headers["list-post"] !== undefined;
	const isBulk =
		isDiscussion || message.listUnsubscribe !== null || /^(bulk|list|junk)$/i.test(headers.precedence ?? "");
	const lure = lureOf(message.attachments, text);
	const links = linkSignals({ html, text, domain, isBulk });
	const own = `${subject}\n${withoutQuotes(text)}`;
	const hasLure = lure !== null && lure.kind !== "program";
	// Discussions quote and forward anything.
	const request = isDiscussion
		? null
		: requestIn({ read: readWords(own), text: own, hasLink: links.count > 0, hasLure, isBulk });
	return { message, html, text, domain, isDiscussion, isBulk, lure, links, request };
}

/** @param authentication null: none that can be believed */
function signalsOf(read: ReadMessage, authentication: AuthResults | null): TrustSignal[] {
	const { message, html, domain, isDiscussion, isBulk, lure, links } = read;
	const signals: TrustSignal[] = [];
	const add: Add = (kind, weight, about, other = "", isForgery = false) =>
		void signals.push({
			kind,
			weight,
			about: about.slice(0, MAX_LENGTH),
			other: other.slice(0, MAX_LENGTH),
			...(isForgery && { isForgery }),
		});

	const authentic = isAuthentic(authentication, domain);
	noteSender(read, authentication, add);
	if (html !== null && PASSWORD_FIELD.test(html)) add("password_field", STRONG, domain);
	if (isMarkedSpam(message.headers)) add("marked_spam", WEAK, domain);
	if (lure?.kind === "program") add("program", STRONG, lure.filename);
	for (const { kind, weight, about, other } of links.pretending) add(kind, weight, about, other);
	const elsewhere = isBulk ? null : repliesElsewhere(message);
	if (elsewhere !== null) add("reply_to", WEAK, elsewhere, domain);
	if (!isDiscussion) noteRequest(read, authentic, add);
	return signals;
}

type Add = (kind: TrustSignalKind, weight: number, about: string, other?: string, isForgery?: boolean) => void;

function noteSender(
	{ message, domain, isDiscussion, isBulk, html }: ReadMessage,
	authentication: AuthResults | null,
	add: Add,
): void {
	const { from } = message;
	// Mailing lists break signatures, and often send with the author's address.
	const failed = isDiscussion ? null : failureOf(authentication, domain);
	if (failed !== null)
		add("not_authentic", failed.isStrong ? STRONG : WEAK, failed.domain ?? domain, "", failed.isForgery);
	// Lists write names of their own for authors whose domain forbids that they are passed on.
	const impossible = isDiscussion ? null : impossibleDomain(domain);
	if (impossible !== null) {
		const isWeak = impossible.isLocal && !leadsOutside(html);
		add("no_domain", isWeak ? WEAK : STRONG, domain, impossible.ending, !impossible.isLocal);
	}
	if (hasHiddenLetters(from.name)) add("hidden_letters", STRONG, from.email);
	const foreign = wordWithForeignLetters(from.name);
	if (foreign !== null) add("foreign_letters", STRONG, foreign, from.email);
	const imitated = imitatedBrand(domain);
	if (imitated !== null) add("look_alike", STRONG, domain, imitated.name);
	const borrowed = isDiscussion || isSignedBy(authentication, from.name) ? null : borrowedBrand(from.name, domain);
	// Of brands that are only in the list, not all domains are known.
	const isCertain = borrowed !== null && (BRANDS.includes(borrowed) || !isAuthentic(authentication, domain));
	if (borrowed !== null) add("borrowed_name", isCertain ? STRONG : WEAK, borrowed.name, domain);
	const named = isBulk ? null : namedAddress(message);
	if (named !== null) add("named_address", STRONG, named, from.email);
}

/** What the text asks for, and what makes it unlikely that the sender may ask for it. */
function noteRequest(
	{ message, domain, isBulk, links, lure, request }: ReadMessage,
	authentic: boolean,
	add: Add,
): void {
	const { from } = message;
	// A name in the reader's own organization asks for what only it can ask for.
	const isColleague = [...message.to, ...message.cc].some(({ email }) => sameOrganization(domainOf(email), domain));
	if (lure !== null && lure.kind !== "program") add(lure.kind, isColleague || isBulk ? HINT : STRONG, lure.filename);
	if (request === null || (request.kind === "mailbox_full" && isColleague)) return;
	const fit = senderFit(from.name, from.email, domain);
	const excused = authentic && links.elsewhere === null && (fit === "same" || isColleague) ? WEAK : 0;
	if (request.weight <= excused) return;
	add(request.kind, request.weight - excused, domain);
	if (!request.isPlain) return;
	// The rest is how most genuine mail is, too, and counts only next to a request.
	if (links.elsewhere !== null) add("links_elsewhere", HINT, links.elsewhere, domain);
	if (links.freeHost !== null) add("free_host", WEAK, links.freeHost, domain);
	if (fit === "other") add("other_name", HINT, from.name, domain);
	const bait = baitIn(domain);
	// The name of a brand next to such a word: its owner sends from its own domain.
	if (bait > 0) add("bait_domain", bait + (fit === "part" && isBrandName(from.name) ? 1 : 0), domain);
}

const FORWARDED = /^[ \t]*-{4,}[^\n]{0,80}(?:original message|forwarded|weitergeleitete|transféré|reenviado)/im;

/** Without the words of others. */
function withoutQuotes(written: string): string {
	const forwarded = FORWARDED.exec(written);
	const text = forwarded === null ? written : written.slice(0, forwarded.index);
	return text.includes("\n>") || text.startsWith(">") ? text.replace(/^>.*$/gm, "") : text;
}

/** Whether the page links to the web: a report of a machine in the reader's own network links at most to that. */
function leadsOutside(html: string | null): boolean {
	return html !== null && [...linksOf(html)].some(({ url }) => parse(url.hostname).isIcann === true);
}

/** A form inside the message: mail programs show it, and it sends what is typed anywhere. */
const PASSWORD_FIELD = /<input\b[^<>]{0,500}\btype\s{0,10}=\s{0,10}["']?password\b/i;

/** Whether the provider took it for spam. */
function isMarkedSpam(headers: ParsedMessage["headers"]): boolean {
	return /^\s*yes\b/i.test(headers["x-spam-flag"] ?? "") || /^\s*yes\b/i.test(headers["x-spam-status"] ?? "");
}

const ADDRESS = /[^\s@<>"'(),;:]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24})/u;

/** An address in the display name of a sender at another organization, unless it is one of the recipients. */
function namedAddress({ from, to, cc }: TrustInput["message"]): string | null {
	const found = ADDRESS.exec(from.name.slice(0, 300));
	const [address = "", host = ""] = found ?? [];
	if (found === null || sameOrganization(host, domainOf(from.email))) return null;
	const isRecipient = [...to, ...cc].some(({ email }) => email.toLowerCase() === address.toLowerCase());
	return isRecipient ? null : address;
}

/** The domain that replies go to, where none of them goes to the sender's organization. */
function repliesElsewhere({ from, replyTo }: TrustInput["message"]): string | null {
	const domains = replyTo.map(({ email }) => domainOf(email)).filter((domain) => domain !== "");
	const own = domainOf(from.email);
	return domains.some((domain) => sameOrganization(domain, own)) ? null : (domains[0] ?? null);
}
