import { getDomain } from "tldts";
import type { ReceivingServer } from "#server/mail/provider/provider.ts";

/** IMAP hosts, by their domains, that are known to report results for all mail, above what came with it. */
const KNOWN: Record<string, ReceivingServer> = {
	...named(["gmail.com", "googlemail.com"], { domains: ["google.com"], isUnnamed: false }),
	// Exchange Online omits its authserv-id (https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo).
	...named(["outlook.com", "office365.com"], { domains: ["outlook.com"], isUnnamed: true }),
};

/**
 * The server by its IMAP host. Others are learned from the mailbox: where a server reports none, a sender's own results
 * would be the topmost.
 */
export function receivingServerOf(settings: Record<string, unknown>): ReceivingServer | null {
	const host = (settings.imap as { host?: string } | null | undefined)?.host ?? "";
	return KNOWN[getDomain(host) ?? ""] ?? null;
}

function named(hosts: readonly string[], server: ReceivingServer): Record<string, ReceivingServer> {
	return Object.fromEntries(hosts.map((host) => [host, server]));
}
