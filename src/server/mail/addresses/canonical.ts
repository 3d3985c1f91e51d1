import { oneSpelling } from "#shared/mail/address-key.ts";
import type { ParsedAddress } from "./syntax.ts";

/** Providers that ignore dots in the local part, and what follows a plus; their other names. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * Addresses with the same key reach the same mailbox: case, Gmail's dots, and tags after a plus are ignored. Tags are
 * ignored at every domain: nearly all servers do, and a duplicate is only reported.
 */
export function mailboxKey({ localText, domain, ip }: ParsedAddress): string {
	const host = domain?.ascii ?? `[${ip}]`;
	const isGmail = GMAIL.has(host);
	const plus = localText.indexOf("+");
	const untagged = (plus > 0 ? localText.slice(0, plus) : localText).toLowerCase().normalize("NFC");
	return isGmail ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}

/** The address as it is stored: in the one spelling, with the case of its local part. */
export function storedAddress({ local, domain, ip }: ParsedAddress): string {
	return oneSpelling(`${local}@${domain?.ascii ?? `[${ip}]`}`);
}
