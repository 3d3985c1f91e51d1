import { getDomain } from "tldts";
import type { ReceivingServer } from "#server/mail/provider/provider.ts";

/** IMAP hosts whose Authentication-Results carry another domain. */
const OTHER_NAMES: Record<string, string> = { "gmail.com": "google.com", "googlemail.com": "google.com" };

/** Exchange Online omits its authserv-id (https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo). */
const UNNAMED = ["outlook.com", "office365.com", "microsoft.com"];

/** The server is known by its IMAP host and by the account's address. */
export function receivingServerOf(settings: Record<string, unknown>, email: string | null): ReceivingServer {
	const host = (settings.imap as { host?: string } | null | undefined)?.host ?? "";
	const own = [host, email ?? ""].map((name) => getDomain(name)).filter((name) => name !== null);
	return {
		domains: own.flatMap((name) => [name, ...(OTHER_NAMES[name] === undefined ? [] : [OTHER_NAMES[name]])]),
		isUnnamed: own.some((name) => UNNAMED.includes(name)),
	};
}
