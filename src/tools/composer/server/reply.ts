import type { DraftAddress, DraftKind } from "../contract.ts";
import type { DraftRecipients } from "./store.ts";

/** The message that is answered or forwarded. */
export interface Original extends Pick<DraftRecipients, "to" | "cc"> {
	from: DraftAddress;
	replyTo: DraftAddress[];
	subject: string;
}

const MAX_SUBJECT_LENGTH = 2_000;

/** Prefixes of replies and forwards in several languages; a reply gets no second one. */
const REPLY = /^\s*(?:re|aw|sv|antw|vs|odp|ynt|res|rif)(?:\[\d+\])?\s*[:：]/i;
const FORWARD = /^\s*(?:fwd?|wg|tr|doorst|vb|rv|enc|i)\s*[:：]/i;

/** Subject of the answer. */
export function subjectOf(kind: DraftKind, subject: string): string {
	if (kind === "new") return subject;
	const isPrefixed = (kind === "forward" ? FORWARD : REPLY).test(subject);
	return (isPrefixed ? subject : `${kind === "forward" ? "Fwd" : "Re"}: ${subject}`).slice(0, MAX_SUBJECT_LENGTH);
}

/**
 * Recipients of the answer (RFC 5322 §3.6.3): who asked for replies, or the sender; to all, also the others. An answer to the
 * user's own message goes to those who got it.
 * @param own the user's addresses in lower case
 */
export function recipientsOf(kind: DraftKind, original: Original, own: ReadonlySet<string>): DraftRecipients {
	if (kind === "new" || kind === "forward") return { to: [], cc: [], bcc: [] };
	const isOwn = own.has(original.from.email.toLowerCase());
	const authors = original.replyTo.length > 0 ? original.replyTo : [original.from];
	const first = isOwn ? original.to : authors;
	if (kind === "reply") return { to: unique(first), cc: [], bcc: [] };
	const others = (list: readonly DraftAddress[]) => list.filter(({ email }) => !own.has(email.toLowerCase()));
	const all = unique([...(isOwn ? [] : authors), ...others(original.to)]);
	// Somebody who writes to themselves alone.
	const to = all.length > 0 ? all : unique(first);
	const named = new Set(to.map(({ email }) => email.toLowerCase()));
	const cc = unique(others(original.cc)).filter(({ email }) => !named.has(email.toLowerCase()));
	return { to, cc, bcc: [] };
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
