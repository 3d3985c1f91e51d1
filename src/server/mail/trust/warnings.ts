import { getDomain, parse } from "tldts";
import type { MessageWarning } from "#shared/contracts/emails.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import type { AuthResults } from "#shared/mail/auth-results.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { BRANDS } from "./brands.ts";
import { hasHiddenLetters, wordWithForeignLetters } from "./disguised-name.ts";
import { impossibleDomain } from "./impossible-domain.ts";
import { examineLinks, linksOf } from "./links.ts";
import { borrowedBrand, imitatedBrand, isBrandDomain } from "./sender-name.ts";

/**
 * Signs that a message is not from whom it says, or leads somewhere else. Meant to be right rather than complete: at
 * most one in a thousand of real messages is warned about (`npm run bench -- reading`).
 */

export interface WarningInput {
	message: Pick<ParsedMessage, "from" | "to" | "cc" | "replyTo" | "attachments" | "listUnsubscribe" | "headers">;
	/** As the receiving server reported it. */
	authentication: AuthResults | null;
	html: string | null;
}

/** Reasons to be careful, the most important first; empty: none. */
export function warningsOf({ message, authentication, html }: WarningInput): MessageWarning[] {
	const { from, attachments, headers } = message;
	const domain = domainOf(from.email);
	const isDiscussion = headers["list-id"] !== undefined || headers["list-post"] !== undefined;
	const isBulk =
		isDiscussion || message.listUnsubscribe !== null || /^(bulk|list|junk)$/i.test(headers.precedence ?? "");
	const strong: MessageWarning[] = [];
	const weak: MessageWarning[] = [];
	const add = (list: MessageWarning[], kind: MessageWarning["kind"], about: string, other = ""): void =>
		void list.push({ kind, about: about.slice(0, 200), other: other.slice(0, 200) });

	// Mailing lists break signatures, and often send with the author's address.
	if (!isDiscussion) {
		const failed = failureOf(authentication);
		if (failed !== null) add(failed.isStrong ? strong : weak, "not_authentic", failed.domain ?? domain);
	}
	// Lists write names of their own for authors whose domain forbids that they are passed on.
	const impossible = isDiscussion ? null : impossibleDomain(domain);
	if (impossible !== null)
		add(impossible.isLocal && !leadsOutside(html) ? weak : strong, "no_domain", domain, impossible.ending);
	if (hasHiddenLetters(from.name)) add(strong, "hidden_letters", from.email);
	const foreign = wordWithForeignLetters(from.name);
	if (foreign !== null) add(strong, "foreign_letters", foreign, from.email);
	const imitated = imitatedBrand(domain);
	if (imitated !== null) add(strong, "look_alike", domain, imitated.name);
	const borrowed = isDiscussion || isSignedBy(authentication, from.name) ? null : borrowedBrand(from.name, domain);
	// Of brands that are only in the list, not all domains are known.
	const isCertain = borrowed !== null && (BRANDS.includes(borrowed) || !isAuthentic(authentication, domain));
	if (borrowed !== null) add(isCertain ? strong : weak, "borrowed_name", borrowed.name, domain);
	const named = isBulk ? null : namedAddress(message);
	if (named !== null) add(strong, "named_address", named, from.email);

	const links = html === null ? null : examineLinks(html);
	if (links?.mismatch && !isBulk) {
		// Small senders have their links tracked by a mailing service; the companies that phishing imitates have not.
		const isBrand = isBrandDomain(links.mismatch.shown);
		add(isBrand ? strong : weak, "link", links.mismatch.shown, links.mismatch.host);
	}
	if (links?.numeric) add(weak, "numeric_link", links.numeric);
	const elsewhere = isBulk ? null : repliesElsewhere(message);
	if (elsewhere !== null) add(weak, "reply_to", elsewhere, domain);

	if (html !== null && PASSWORD_FIELD.test(html)) add(strong, "password_field", domain);

	for (const { filename } of attachments)
		if (isProgram(filename)) {
			add(strong, "program", filename);
			break;
		}
	return strong.length > 0 || weak.length > 1 ? [...strong, ...weak] : [];
}

/** Whether the page links to the web: a report of a machine in the reader's own network links at most to that. */
function leadsOutside(html: string | null): boolean {
	return html !== null && [...linksOf(html)].some(({ url }) => parse(url.hostname).isIcann === true);
}

/** A form inside the message: mail programs show it, and it sends what is typed anywhere. */
const PASSWORD_FIELD = /<input\b[^<>]{0,500}\btype\s{0,10}=\s{0,10}["']?password\b/i;

/** Whether the receiving server could not confirm the sender; null: it could, or did not check. */
function failureOf(found: AuthResults | null): { domain: string | null; isStrong: boolean } | null {
	const { dmarc, spf, dkim } = found ?? {};
	if (dmarc?.verdict === "fail")
		// A domain that only observes asks receivers to deliver it anyway: much of its real mail fails.
		return { domain: dmarc.domain, isStrong: !/\bp=none\b/i.test(dmarc.reason ?? "") };
	if (dmarc?.verdict === "pass") return null;
	return spf?.verdict === "fail" && dkim?.verdict !== "pass" ? { domain: spf.domain, isStrong: false } : null;
}

/** Whether a domain that contains the sender's name signed the message, such as a brand's mailing service. */
function isSignedBy(found: AuthResults | null, name: string): boolean {
	const word = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	const by = found?.dkim?.verdict === "pass" ? (found.dkim.domain ?? "") : "";
	return word !== "" && by.replace(/[^\p{L}\p{N}]/gu, "").includes(word);
}

/** Whether the receiving server confirmed that the message is from this domain. */
function isAuthentic(found: AuthResults | null, domain: string): boolean {
	const { dmarc, dkim } = found ?? {};
	return dmarc?.verdict === "pass" || (dkim?.verdict === "pass" && sameOrganization(dkim.domain ?? "", domain));
}

const ADDRESS = /[^\s@<>"'(),;:]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24})/u;

/** An address in the display name of a sender at another organization, unless it is one of the recipients. */
function namedAddress({ from, to, cc }: WarningInput["message"]): string | null {
	const found = ADDRESS.exec(from.name.slice(0, 300));
	const [address = "", host = ""] = found ?? [];
	if (found === null || sameOrganization(host, domainOf(from.email))) return null;
	const isRecipient = [...to, ...cc].some(({ email }) => email.toLowerCase() === address.toLowerCase());
	return isRecipient ? null : address;
}

/** The domain that replies go to, where none of them goes to the sender's organization. */
function repliesElsewhere({ from, replyTo }: WarningInput["message"]): string | null {
	const domains = replyTo.map(({ email }) => domainOf(email)).filter((domain) => domain !== "");
	const own = domainOf(from.email);
	return domains.some((domain) => sameOrganization(domain, own)) ? null : (domains[0] ?? null);
}

function sameOrganization(a: string, b: string): boolean {
	return (getDomain(a) ?? a.toLowerCase()) === (getDomain(b) ?? b.toLowerCase());
}

/** File types that Windows runs when they are opened, and a second ending that hides one. */
const RUNS = /\.(?:exe|scr|pif|cpl|hta|lnk|vbs|vbe|jse|wsf|wsh|msi|bat|cmd)$/i;
const HIDDEN = /\.(?:pdf|docx?|xlsx?|jpe?g|png|txt|zip|html?)\s*\.(?:com|js|jar|ps1)$/i;

function isProgram(filename: string): boolean {
	const name = filename.trim();
	return RUNS.test(name) || HIDDEN.test(name);
}
