import { mailboxKey, parseAddress } from "#kernel/addresses.ts";
import { addressKey } from "#shared/mail/address-key.ts";
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
 * none to the user unless no one else is left.
 * @param own the keys of the user's addresses
 */
export function recipientsOf(kind: DraftKind, original: Original, own: ReadonlySet<string>): DraftRecipients {
	if (kind === "new" || kind === "forward") return { to: [], cc: [], bcc: [] };
	const mailboxes = new Set([...own].map(mailboxOf));
	// As written, or with a tag behind `+`.
	const isOwnAddress = (email: string) => mailboxes.has(mailboxOf(email));
	const others = (list: readonly DraftAddress[]) => unique(list).filter(({ email }) => !isOwnAddress(email));
	const answered = others(original.replyTo);
	const isOwn = isOwnAddress(original.from.email);
	const isForm = isOwn && answered.length > 0 && others(original.to).length < unique(original.to).length;
	const isSent = isOwn && !isForm;
	const authors = answered.length > 0 ? answered : others([original.from]);
	// Someone who writes to themselves alone.
	const nobody = unique(original.to.length > 0 ? original.to : [original.from]);
	const firstOf = (...lists: DraftAddress[][]) => lists.find((list) => list.length > 0) ?? nobody;
	if (kind === "reply") {
		const to = isSent ? firstOf(others(original.to), answered, others(original.cc)) : firstOf(authors);
		return { to, cc: [], bcc: [] };
	}
	const to = firstOf(unique([...(isSent ? [] : authors), ...others(original.to)]), answered);
	const named = new Set(to.map(({ email }) => addressKey(email)));
	const cc = others(original.cc).filter(({ email }) => !named.has(addressKey(email)));
	return { to, cc, bcc: [] };
}

/** The same for all addresses of a mailbox. */
function mailboxOf(email: string): string {
	const address = addressKey(email);
	const parsed = parseAddress(address);
	return typeof parsed === "string" ? address : mailboxKey(parsed);
}

function unique(list: readonly DraftAddress[]): DraftAddress[] {
	const known = new Set<string>();
	return list.filter(({ email }) => {
		const key = addressKey(email);
		if (email === "" || known.has(key)) return false;
		known.add(key);
		return true;
	});
}
