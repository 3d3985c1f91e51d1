import { addressKey } from "#shared/mail/address-key.ts";

/** Another person whom a reply names with an address. */

const MAX_TEXT = 2_000;
const MAX_BEFORE = 60;
const ADDRESS = /(?<![\w.+-])[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)+/gu;
/** A name in front of an address: up to three capitalized words. */
const NAME = /((?:\p{Lu}[\p{L}'’-]{1,30} ?){1,3})[^\p{L}]{0,3}(?:\p{Ll}{1,4}[ :]{1,2})?[<(["]?$/u;
const ROLES =
	/^(?:info|sales|contact|office|hello|support|team|admin|mail|service|marketing|purchasing|hr|einkauf|kontakt|vertrieb)$/;

export interface Colleague {
	email: string;
	/** Empty: unknown. */
	name: string;
}

/**
 * The first address in a reply that is neither its sender's nor the user's.
 * @param text what the sender wrote, without quotes and signature
 * @param known addresses that are no one new
 */
export function namedColleague(text: string, known: readonly string[]): Colleague | null {
	const keys = new Set(known.map(addressKey));
	const start = text.slice(0, MAX_TEXT);
	for (const { 0: email, index } of start.matchAll(ADDRESS)) {
		if (keys.has(addressKey(email))) continue;
		return { email, name: nameOf(email, start.slice(Math.max(0, index - MAX_BEFORE), index)) };
	}
	return null;
}

/** The name in front of the address, where it fits; else what the address itself says: `marta.ruiz` is Marta Ruiz. */
function nameOf(email: string, before: string): string {
	const local = email.slice(0, email.indexOf("@")).toLowerCase();
	const name = NAME.exec(before)?.[1]?.trim() ?? "";
	const folded = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	if (folded.split(/[ '’-]/).some((word) => word === local || (word.length > 2 && local.includes(word)))) return name;
	const parts = local.split(".");
	const isName = parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part) && !ROLES.test(part));
	return isName ? parts.map((part) => part[0]?.toUpperCase() + part.slice(1)).join(" ") : "";
}
