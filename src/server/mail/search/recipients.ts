import { domainToASCII, domainToUnicode } from "node:url";

/** Addresses in recipients and queries, in whatever spelling they were written. */

/** SQL of the key of an address: recipients are stored as they were written. Most are their own keys but for case. */
function keyOf(email: string): string {
	return `case when ${email} ~ '[^!#-~]|\\.$' then address_key(${email}) else lower(${email}) end`;
}

/** SQL of the key of the address of the mailbox that `e` is in; no address for one without. */
export const OWN_ADDRESS = `coalesce((select nullif(${keyOf("a.email")}, '') from connected_accounts a
	where a.owner_id = e.owner_id and a.id = e.account_id), '@')`;

/** Boolean SQL over `e`: whether it went to an address. @param address SQL of the key of an address */
export function hasRecipient(address: string): string {
	return `exists (select from unnest(array['to', 'cc', 'bcc']) as field
		cross join lateral jsonb_array_elements(e.recipients -> field) as one
		where ${keyOf("(one ->> 'email')")} = ${address})`;
}

/** A domain as it was written, in A-labels and in U-labels. */
export function spellingsOf(domain: string): string[] {
	const spellings = [domain, domainToASCII(domain), domainToUnicode(domain)];
	return [...new Set(spellings.filter((one) => one !== ""))];
}
