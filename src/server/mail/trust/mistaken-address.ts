import { getDomainWithoutSuffix } from "tldts";
import { domainOf } from "#shared/mail/addresses.ts";
import { isFreeProvider } from "../domains/free-providers.ts";
import { readsLike } from "./reads-like.ts";
import { skeletonOf } from "./skeleton.ts";

/** From so many letters on, one wrong letter is a slip or a trick, and not another name. */
const MIN_DOMAIN = 6;
const MIN_NAME = 8;

/**
 * The address that the user writes to, where another one reads like it: the same name at a domain like it, or a name like it
 * at the same domain.
 * @param written addresses that the user has written to, in the spelling of `addressKey`, the most frequent first
 * @returns null: none, or the user has written to this address
 */
export function mistakenFor(address: string, written: readonly string[]): string | null {
	if (written.includes(address)) return null;
	const domain = domainOf(address);
	const name = nameOf(address);
	const isOwnDomain = written.some((one) => domainOf(one) === domain);
	const found = written.find((one) => {
		const known = domainOf(one);
		if (known === domain) return readsLike(name, nameOf(one), MIN_NAME);
		if (isOwnDomain || (isFreeProvider(domain) && isFreeProvider(known))) return false;
		return skeletonOf(name) === skeletonOf(nameOf(one)) && isNearDomain(domain, known);
	});
	return found ?? null;
}

function isNearDomain(a: string, b: string): boolean {
	const [one, other] = [a, b].map((host) => getDomainWithoutSuffix(host) ?? host) as [string, string];
	return readsLike(one, other, MIN_DOMAIN);
}

function nameOf(address: string): string {
	return address.slice(0, address.lastIndexOf("@"));
}
