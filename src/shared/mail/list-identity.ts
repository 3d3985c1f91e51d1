import type { ListUnsubscribe } from "./message.ts";
import { FORWARD_PREFIX, REPLY_PREFIX } from "./subject-prefixes.ts";

/** Facts that determine which list a message belongs to. */
export interface ListFacts {
	/** As in `ParsedMessage.headers`. */
	headers: Readonly<Record<string, string>>;
	listUnsubscribe: ListUnsubscribe | null;
	/** Lower case. */
	senderEmail: string;
	senderName: string;
	subject: string;
	/** It is a reply to another message. */
	isReply: boolean;
}

/** Maximum key length: in any script it fits into an index next to the longest sender. Real list ids and addresses are far shorter. */
const MAX_KEY_LENGTH = 300;
/** Maximum characters read of an address; the same number is stored. */
const MAX_ADDRESS_LENGTH = 400;

/** List ids that look generated per message but are stable: Mailchimp's contain account and list. */
const STABLE_ID = /\.list-id\.mcsv\.net$/;

/**
 * The list, subscription or bulk sender that a message belongs to: equal for all its messages, regardless of
 * per-message ids and addresses.
 * @returns `list:<id>` from List-Id (RFC 2919), `from:<address>` for other bulk mail; empty: no list
 */
export function listKeyOf(facts: ListFacts): string {
	if (isAutomaticAnswer(facts)) return "";
	const key = keyOfId(facts) ?? (isBulk(facts) ? keyOfSender(facts.senderEmail) || keyOfOffer(facts) : "");
	return key.slice(0, MAX_KEY_LENGTH);
}

/** Display name of the list: the description in its List-Id, else the sender's name, else one derived from its id or address. */
export function listNameOf(facts: ListFacts): string {
	const id = facts.listUnsubscribe?.listId ?? "";
	const written = wordsBefore(facts.headers["list-id"] ?? "");
	if (isName(written) && written.toLowerCase() !== id) return written.slice(0, 200);
	// On a discussion list the sender is one of its members.
	const [first = ""] = id.split(".");
	if (isDiscussion(facts.headers) && first !== "" && !isToken(first)) return first;
	return facts.senderName || facts.senderEmail || first || listKeyOf(facts).replace(/^from:/, "");
}

/** The description before the angle bracket of a List-Id, without surrounding quotes. */
function wordsBefore(header: string): string {
	const bracket = header.indexOf("<");
	const words = header.slice(0, Math.max(0, bracket)).trim();
	const plain = (words.startsWith('"') ? words.slice(1) : words).replace(/"$/, "").trim();
	return plain.includes('"') ? "" : plain;
}

/**
 * An out-of-office reply or a bounce: those also declare bulk precedence, to prevent replies (RFC 3834 §3.1.8). Mailing
 * programs send with an empty return path, too, but then the header fields of a list say what the message is.
 */
function isAutomaticAnswer(facts: ListFacts): boolean {
	const { headers } = facts;
	if (isFromList(facts)) return false;
	if (/^\s*auto-replied/i.test(headers["auto-submitted"] ?? "")) return true;
	if (!/^\s*<\s*>/.test(headers["return-path"] ?? "")) return false;
	const [local] = senderParts(facts.senderEmail);
	return !/^\s*bulk\b/i.test(headers.precedence ?? "") || facts.isReply || BOUNCE_SENDER.test(local);
}

const BOUNCE_SENDER = /^(?:mailer-daemon|postmaster)$/;

/** List-Unsubscribe, List-Id, List-Post or Precedence name a list. */
function isFromList({ headers, listUnsubscribe: offer }: ListFacts): boolean {
	if (offer !== null && (offer.listId !== null || offer.urls.length + offer.mailtos.length > 0)) return true;
	return isDiscussion(headers) || /^\s*list\b/i.test(headers.precedence ?? "");
}

function isBulk({ headers, listUnsubscribe: offer, subject, isReply }: ListFacts): boolean {
	if (offer !== null && offer.urls.length + offer.mailtos.length > 0) return true;
	if (/^\s*list\b/i.test(headers.precedence ?? "")) return true;
	// Some servers mark what people answer as bulk, too.
	const isAnswer = isReply || isReplyOrForward(subject);
	if (!isAnswer && /^\s*(?:bulk|junk)\b/i.test(headers.precedence ?? "")) return true;
	if (BULK_HEADERS.some((name) => (headers[name] ?? "") !== "")) return true;
	// Replies and forwards quote the links of the original.
	return offer !== null && offer.links.length > 0 && !isAnswer;
}

/** Not Feedback-ID: security alerts and receipts have one, too. */
const BULK_HEADERS = ["x-campaign", "x-campaignid", "x-mailing-list", "list-post"];

function isReplyOrForward(subject: string): boolean {
	const start = subject.slice(0, 200).trimStart();
	return REPLY_PREFIX.test(start) || FORWARD_PREFIX.test(start);
}

function isDiscussion(headers: ListFacts["headers"]): boolean {
	return (headers["list-post"] ?? "").includes("mailto:") || (headers["x-mailing-list"] ?? "") !== "";
}

function keyOfId(facts: ListFacts): string | null {
	const id = idOf(facts);
	if (id === "") return null;
	if (STABLE_ID.test(id)) return `list:${id}`;
	const [local, domain] = senderParts(id);
	const labels = (domain === "" ? id : `${stableLocalPart(local)}.${domain}`).split(".");
	const steady = labels.map(beforeTokens).filter((label) => label !== "" && label !== "*");
	if (steady.length === 0) return null;
	const rest = steady.join(".");
	const isUnchanged = rest === id.replace("@", ".");
	if (isUnchanged && steady.length > 1) return `list:${rest}`;
	const address = stableAddress(facts.senderEmail);
	const [, host] = senderParts(address);
	// A name without a domain (against RFC 2919 §3) may be used by others too.
	if (isUnchanged) return `list:${rest} ${host}`.trim();
	// The rest belongs to an email service provider with many customers: the sender identifies the list, as it does for
	// messages without the field.
	const isOwn = host !== "" && `.${rest}`.endsWith(`.${host}`);
	return isOwn || address === "" ? `list:${rest} ${address}`.trim() : keyOfSender(facts.senderEmail);
}

/** List-Id, or for lists without one the posting or unsubscribe address (RFC 2369). */
function idOf({ listUnsubscribe, headers }: ListFacts): string {
	const written = (listUnsubscribe?.listId ?? "").replaceAll(/\s+/g, " ").trim();
	if (written !== "") return written;
	const address =
		firstMailto(headers["list-post"] ?? "") ??
		/^\s*<?([^<>\s]+@[^<>\s]+)>?/.exec(headers["x-mailing-list"] ?? "")?.[1] ??
		/^\s*mailing list\s+(\S+@\S+)/i.exec(headers["delivered-to"] ?? "")?.[1] ??
		listAddressOf(listUnsubscribe?.mailtos ?? []);
	const [local, domain] = senderParts(address ?? "");
	return domain === "" ? "" : `${local}@${domain}`;
}

/** The first `mailto:` address in a header, as written. */
function firstMailto(header: string): string | undefined {
	for (const piece of header.split(/mailto:/i).slice(1)) {
		const [address = ""] = /^[^>?\s]*/.exec(piece) ?? [];
		const at = address.lastIndexOf("@");
		if (at > 0 && at < address.length - 1) return address;
	}
	return undefined;
}

/** `news-unsubscribe@example.org` and `news-leave-ann=example.com@example.org` unsubscribe from `news@example.org`. */
function listAddressOf(mailtos: readonly string[]): string | null {
	for (const mailto of mailtos) {
		const address = mailto.slice("mailto:".length, "mailto:".length + MAX_ADDRESS_LENGTH);
		const [local, domain] = senderParts(address.split("?")[0] ?? "");
		const name = /^(.+)-(?:unsubscribe|unsub|leave|signoff)$/.exec(stableLocalPart(local))?.[1];
		if (name !== undefined && domain !== "") return `${name}@${domain}`;
	}
	return null;
}

function keyOfSender(senderEmail: string): string {
	const address = stableAddress(senderEmail);
	return address === "" ? "" : `from:${address}`;
}

/** A list whose From has no address that can be read: where one unsubscribes, else where bounces go. */
function keyOfOffer({ headers, listUnsubscribe }: ListFacts): string {
	const { urls = [], mailtos = [], links = [] } = listUnsubscribe ?? {};
	const [mailto] = mailtos;
	if (mailto !== undefined) return keyOfSender(mailto.slice("mailto:".length, MAX_ADDRESS_LENGTH).split("?")[0] ?? "");
	const [url = ""] = [...urls, ...links];
	const [, bounces = ""] = /@([^<>\s@]+)>?\s*$/.exec(headers["return-path"]?.slice(0, MAX_ADDRESS_LENGTH) ?? "") ?? [];
	const host = URL.parse(url)?.hostname || bounces.toLowerCase();
	return host === "" ? "" : `from:${stableDomain(host)}`;
}

/** An address without its per-message or per-recipient parts: tags, VERP, numbers, numbered hosts. */
function stableAddress(email: string): string {
	const [local, domain] = senderParts(email);
	if (domain === "") return local;
	return `${stableLocalPart(local)}@${stableDomain(domain)}`;
}

function senderParts(email: string): [local: string, domain: string] {
	const address = email.trim().toLowerCase();
	const at = address.lastIndexOf("@");
	return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
}

function stableLocalPart(local: string): string {
	// `news+ann`, `news#7`, and `bounce-7-ann=example.org` (VERP).
	const [plain = ""] = withoutVerp(local).split(/[+#]/);
	// A bare number may be a person at providers that number their users.
	return /^\d+$/.test(plain) ? plain : beforeTokens(plain) || "*";
}

/** Removes the segment with the first `=`, the separator before it, and everything after. */
function withoutVerp(local: string): string {
	let end = local.indexOf("=");
	if (end < 0) return local;
	while (end > 0 && !"-_.+".includes(local[end - 1] as string)) end--;
	return local.slice(0, Math.max(0, end - 1));
}

/**
 * Removes host prefixes of a server farm, and those that only say that a host sends mail: `em1234.example.com`,
 * `bounce.example.com` and `newsletter.example.com` are `example.com`.
 */
function stableDomain(domain: string): string {
	const labels = domain.split(".");
	let first = 0;
	while (labels.length - first > 2 && isHostPrefix(labels[first] ?? "")) first++;
	if (MAIL_HOST.test(labels[first] ?? "") && hasOwner(labels.slice(first + 1))) first++;
	return labels.slice(first).join(".");
}

const MAIL_HOST = /^(?:e|em|e?mails?|e-mail|mailing|mailings|mailer|news|newsletters?|send|sender)$/;

/** Whether labels are more than a public suffix, such as `com.au`, as far as its form shows. */
function hasOwner(labels: readonly string[]): boolean {
	if (labels.length !== 2) return labels.length > 2;
	return !/^(?:com?|org|net|edu|ac|gov|gob|gouv|go|ne|or|nom|id|ltd|plc|sch)$/.test(labels[0] ?? "");
}

function isHostPrefix(label: string): boolean {
	return (
		/^(?:bounces?|returns?|verp)$|^(?:bounces?|em|mta|mx|smtp|out|relay|mail|mailer|server|host|s)-?\d+$/.test(label) ||
		isToken(label)
	);
}

/** A name up to the first segment that looks machine-generated. */
function beforeTokens(name: string): string {
	const pieces = name.split(/([-_.=])/);
	const first = pieces.findIndex(isToken);
	return first < 0 ? name : pieces.slice(0, Math.max(0, first - 1)).join("");
}

/** A long number, a run of hex digits (as UUIDs start with), or letters and digits mixed. */
function isToken(text: string): boolean {
	if (/^\d{5,}$/.test(text)) return true;
	const digits = text.replace(/\D/g, "").length;
	if (/^[0-9a-f]{8,}$/.test(text)) return digits >= 2;
	return (
		text.length >= 12 && /^[a-z0-9]+$/.test(text) && digits >= 3 && (text.match(/\d[a-z]|[a-z]\d/g) ?? []).length >= 3
	);
}

/** Words rather than a machine-generated token. */
function isName(text: string): boolean {
	return (
		/\p{L}{2}/u.test(text) &&
		!text
			.toLowerCase()
			.split(/[\s.\-_@]+/)
			.some(isToken) &&
		!text.includes("@")
	);
}
