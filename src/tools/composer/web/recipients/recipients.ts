import { domainOf, parseAddressList } from "#shared/mail/addresses.ts";
import { suggestDomain } from "#shared/mail/meant-domain.ts";
import type { DraftAddress } from "../../contract.ts";

/** Addresses in text that was typed or pasted: `Ann <ann@example.org>; bob@example.net`. */
export function readAddresses(text: string): DraftAddress[] {
	return parseAddressList(text.replaceAll(/[;\n\t]/g, ","))
		.map(({ name, email }) => (email === "" ? { name: "", email: name } : { name, email }))
		.filter(({ email }) => email !== "");
}

/** Without repetitions. */
export function withAddresses(list: readonly DraftAddress[], more: readonly DraftAddress[]): DraftAddress[] {
	const known = new Set(list.map(({ email }) => email.toLowerCase()));
	return [...list, ...more.filter(({ email }) => !known.has(email.toLowerCase()))];
}

/** The address that was probably meant; null: this one. */
export function meantAddress(email: string): string | null {
	const meant = suggestDomain(domainOf(email));
	return meant === null ? null : `${email.slice(0, email.lastIndexOf("@"))}@${meant}`;
}
