import { FORWARD_PREFIX, REPLY_PREFIX } from "#shared/mail/subject-prefixes.ts";
import type { DraftAddress, DraftKind } from "../contract.ts";
import type { DraftRecipients } from "./store.ts";

/** The message that is answered or forwarded. */
export interface Original extends Pick<DraftRecipients, "to" | "cc"> {
	from: DraftAddress;
	replyTo: DraftAddress[];
	subject: string;
}

const MAX_SUBJECT_LENGTH = 2_000;

/** Subject of the answer. */
export function subjectOf(kind: DraftKind, subject: string): string {
	if (kind === "new") return subject;
	const isPrefixed = (kind === "forward" ? FORWARD_PREFIX : REPLY_PREFIX).test(
		subject.slice(0, MAX_SUBJECT_LENGTH).normalize("NFC").trimStart(),
	);
	return (isPrefixed ? subject : `${kind === "forward" ? "Fwd" : "Re"}: ${subject}`).slice(0, MAX_SUBJECT_LENGTH);
}

/**
 * Recipients of the answer (RFC 5322 §3.6.3): who asked for replies, or the sender; to all, also the others. An answer to the
 * user's own message goes to those who got it, one to a web form that wrote in the user's name to who filled it in, and
 * none to the user unless nobody else is left.
 * @param own the user's addresses in lower case
 */
export function recipientsOf(kind: DraftKind, original: Original, own: ReadonlySet<string>): DraftRecipients {
	if (kind === "new" || kind === "forward") return { to: [], cc: [], bcc: [] };
	const others = (list: readonly DraftAddress[]) => unique(list).filter(({ email }) => !isOwnAddress(email, own));
	const answered = others(original.replyTo);
	const isOwn = isOwnAddress(original.from.email, own);
	const isForm = isOwn && answered.length > 0 && others(original.to).length < unique(original.to).length;
	const isSent = isOwn && !isForm;
	const authors = answered.length > 0 ? answered : others([original.from]);
	// Somebody who writes to themselves alone.
	const nobody = unique(original.to.length > 0 ? original.to : [original.from]);
	const firstOf = (...lists: DraftAddress[][]) => lists.find((list) => list.length > 0) ?? nobody;
	if (kind === "reply") {
		const to = isSent ? firstOf(others(original.to), answered, others(original.cc)) : firstOf(authors);
		return { to, cc: [], bcc: [] };
	}
	const to = firstOf(unique([...(isSent ? [] : authors), ...others(original.to)]), answered);
	const named = new Set(to.map(({ email }) => email.toLowerCase()));
	const cc = others(original.cc).filter(({ email }) => !named.has(email.toLowerCase()));
	return { to, cc, bcc: [] };
}

/** Providers whose addresses mean the same with dots or without, by either domain. */
const DOTTED = new Set(["gmail.com", "googlemail.com"]);

/** Whether mail to an address arrives at one of the user's own: as written, or with a tag behind `+`. */
function isOwnAddress(email: string, own: ReadonlySet<string>): boolean {
	const address = email.trim().toLowerCase();
	if (own.has(address)) return true;
	const mailbox = mailboxOf(address);
	return own.has(mailbox) || [...own].some((one) => mailboxOf(one) === mailbox);
}

function mailboxOf(address: string): string {
	const at = address.lastIndexOf("@");
	if (at < 0) return address;
	const domain = address.slice(at + 1);
	const [untagged = ""] = address.slice(0, at).split("+", 1);
	const local = untagged === "" ? address.slice(0, at) : untagged;
	return DOTTED.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

function unique(list: readonly DraftAddress[]): DraftAddress[] {
	const known = new Set<string>();
	return list.filter(({ email }) => {
		const key = email.toLowerCase();
		if (email === "" || known.has(key)) return false;
		known.add(key);
		return true;
	});
}
