import type { ReceivingServer } from "#kernel/mailbox.ts";
import { isResultOf, receivedResults } from "#kernel/parse.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import { dkimTags, signsFields } from "#shared/mail/dkim.ts";
import type { HeaderField } from "#shared/mail/headers.ts";

/**
 * Whether the receiver reported a passing DKIM signature that covers all header fields in `needed`. Results that
 * may have come with the message are ignored.
 */
export function authResultOf(
	receiver: ReceivingServer | null,
	fields: readonly HeaderField[],
	needed: readonly string[],
): boolean {
	const results = parseAuthResults(receivedResults(fields) ?? "");
	if (receiver === null || results === null || !isResultOf(receiver, results.server)) return false;
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
