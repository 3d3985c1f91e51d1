import { getDomainWithoutSuffix } from "tldts";
import { domainOf } from "#shared/mail/addresses.ts";
import { isFreeProvider } from "../domains/free-providers.ts";
import { readsLike } from "./reads-like.ts";
import { skeletonOf } from "./skeleton.ts";

/** The user's own contacts, as those whom a stranger can pretend to be. */

const MIN_LABEL = 6;

interface Index {
	/** The domain by its registrable part without the suffix. */
	domains: Map<string, string>;
	names: Map<string, string>;
}

const indexes = new WeakMap<ReadonlyMap<string, string>, Index>();

function indexOf(contacts: ReadonlyMap<string, string>): Index {
	const found = indexes.get(contacts);
	if (found !== undefined) return found;
	const index: Index = { domains: new Map(), names: new Map() };
	for (const [address, name] of contacts) {
		const domain = domainOf(address);
		const label = labelOf(domain);
		if (label.length >= MIN_LABEL && !isFreeProvider(domain)) index.domains.set(label, domain);
		const key = nameKey(name);
		if (key !== "") index.names.set(key, address);
	}
	indexes.set(contacts, index);
	return index;
}

/** The domain of a contact that another domain reads like; null: none. */
export function contactDomainLike(domain: string, contacts: ReadonlyMap<string, string>): string | null {
	const { domains } = indexOf(contacts);
	const label = labelOf(domain);
	if (label.length < MIN_LABEL || isFreeProvider(domain) || [...domains.values()].includes(domain)) return null;
	for (const [known, contact] of domains) if (known !== label && readsLike(label, known, MIN_LABEL)) return contact;
	return null;
}

/** The address of a contact with this name at another domain; null: none. Names of one word are too common. */
export function contactNamed(name: string, domain: string, contacts: ReadonlyMap<string, string>): string | null {
	const address = indexOf(contacts).names.get(nameKey(name));
	return address === undefined || domainOf(address) === domain ? null : address;
}

function nameKey(name: string): string {
	const words = name.trim().split(/[\s,]+/);
	return words.length < 2 ? "" : words.map(skeletonOf).sort().join(" ");
}

const labelOf = (domain: string): string => getDomainWithoutSuffix(domain) ?? "";
