import { getDomain } from "tldts";
import type { ReceivingServer } from "#kernel/mailbox.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { dkimTags, signsFields } from "#shared/mail/dkim.ts";
import type { HeaderField } from "#shared/mail/headers.ts";

/**
 * Whether the receiver reported a passing DKIM signature that covers all header fields in `needed`. Its results are the
 * topmost ones: those below may have come with the message.
 */
export function authResultOf(
	receiver: ReceivingServer | null,
	fields: readonly HeaderField[],
	needed: readonly string[],
): boolean {
	const topmost = fields.find(({ name }) => name === "authentication-results");
	const results = topmost === undefined ? null : parseAuthResults(topmost.raw);
	if (receiver === null || results === null) return false;
	const isItsOwn =
		results.server === "" ? receiver.isUnnamed : receiver.domains.includes(getDomain(results.server) ?? "");
	if (!isItsOwn) return false;
	const signatures = fields.filter(({ name }) => name === "dkim-signature").map(({ raw }) => dkimTags(raw));
	return results.results.some(({ method, verdict, domain, properties }) => {
		if (method !== "dkim" || verdict !== "pass" || domain === null) return false;
		const { "header.s": selector, "header.b": beginning } = properties;
		// A domain may have signed twice: the result applies to the signature that it names.
		const meant = signatures.filter(
			({ d = "", s = "", b = "" }) =>
				d.toLowerCase() === domain &&
				(selector === undefined || s.toLowerCase() === selector.toLowerCase()) &&
				(beginning === undefined || b.startsWith(beginning)),
		);
		return meant.length > 0 && meant.every((tags) => signsFields(tags, needed));
	});
}
