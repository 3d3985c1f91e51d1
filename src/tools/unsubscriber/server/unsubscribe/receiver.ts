import { getDomain } from "tldts";
import type { ProviderKind } from "#kernel/mailbox.ts";
import { parseAuthResults } from "#shared/mail/auth-results.ts";
import type { HeaderField } from "#shared/mail/headers.ts";

/** Whose Authentication-Results (RFC 8601) are trusted: those of the server that received the message for this mailbox. */
export interface Receiver {
	/** Organizational domains of its authserv-ids. */
	domains: string[];
	/** It omits its authserv-id. */
	isUnnamed: boolean;
}

/** IMAP hosts whose results carry another domain. */
const OTHER_NAMES: Record<string, string> = { "gmail.com": "google.com", "googlemail.com": "google.com" };

/** Exchange Online omits its authserv-id (https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo). */
const UNNAMED = ["outlook.com", "office365.com", "microsoft.com"];

/** @returns null for mailboxes without a receiving server */
export function receiverOf(
	kind: ProviderKind,
	settings: Readonly<Record<string, unknown>>,
	email: string | null,
): Receiver | null {
	if (kind === "gmail") return { domains: ["google.com"], isUnnamed: false };
	if (kind === "outlook") return { domains: ["outlook.com"], isUnnamed: true };
	if (kind !== "imap") return null;
	const host = (settings.imap as { host?: string } | null | undefined)?.host ?? "";
	const own = [host, email ?? ""].map((name) => getDomain(name)).filter((name) => name !== null);
	return {
		domains: own.flatMap((name) => [name, ...(OTHER_NAMES[name] === undefined ? [] : [OTHER_NAMES[name]])]),
		isUnnamed: own.some((name) => UNNAMED.includes(name)),
	};
}

/**
 * Whether the receiver reported a passing DKIM signature that covers all header fields in `needed`. Its results are the
 * topmost ones: those below may have come with the message.
 */
export function authResultOf(
	receiver: Receiver | null,
	fields: readonly HeaderField[],
	needed: readonly string[],
): boolean {
	const topmost = fields.find(({ name }) => name === "authentication-results");
	const results = topmost === undefined ? null : parseAuthResults(topmost.raw);
	if (receiver === null || results === null) return false;
	const isItsOwn =
		results.server === "" ? receiver.isUnnamed : receiver.domains.includes(getDomain(results.server) ?? "");
	if (!isItsOwn) return false;
	const signatures = fields.filter(({ name }) => name === "dkim-signature").map(({ raw }) => tagsOf(raw));
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
		return meant.length > 0 && meant.every(({ h = "" }) => hasAll(h, needed));
	});
}

/** Tags of a DKIM-Signature (RFC 6376 §3.2), without whitespace. */
export function tagsOf(value: string): Record<string, string> {
	const tags: Record<string, string> = {};
	for (const tag of value.replace(/\s+/g, "").split(";")) {
		const equals = tag.indexOf("=");
		if (equals > 0) tags[tag.slice(0, equals)] ??= tag.slice(equals + 1);
	}
	return tags;
}

function hasAll(list: string, needed: readonly string[]): boolean {
	const names = list.toLowerCase().split(":");
	return needed.every((name) => names.includes(name));
}
