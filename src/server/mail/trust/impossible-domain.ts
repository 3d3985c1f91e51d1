import { parse } from "tldts";
import { readDomainName } from "../addresses/domain-name.ts";

/** Endings that are kept off the internet (RFC 6761, 7686, 9476). Those of examples and tests are for samples such as the demo's. */
const RESERVED = new Set(["invalid", "onion", "alt"]);
const SAMPLES = new Set(["example", "test"]);
/** Endings of networks at home and in companies, whose machines send reports. */
const LOCAL = new Set("local localhost localdomain lan home internal intranet corp private".split(" "));

export interface ImpossibleDomain {
	/** The ending that no domain has; empty: the domain itself is none. */
	ending: string;
	/** A machine in the reader's own network can have it. */
	isLocal: boolean;
}

/** Why no one on the internet can have this domain; null: someone can. @param domain of the sender's address */
export function impossibleDomain(domain: string): ImpossibleDomain | null {
	if (domain === "" || domain.startsWith("[")) return null;
	const name = domain.replace(/\.$/, "");
	// DNS names, other than those of hosts, can have underscores, and hyphens at the edges of their labels.
	const labels = name.replaceAll("_", "-").split(".");
	const asHost = labels.map((label) => (/^-|-$/.test(label) ? `x${label}x` : label)).join(".");
	const ascii = readDomainName(asHost)?.ascii;
	if (ascii === undefined) return { ending: "", isLocal: false };
	const ending = ascii.slice(ascii.lastIndexOf(".") + 1);
	if (SAMPLES.has(ending)) return null;
	if (!ascii.includes(".") || LOCAL.has(ending)) return { ending: ascii.includes(".") ? ending : "", isLocal: true };
	const isKnown = parse(ascii).isIcann === true;
	return isKnown && !RESERVED.has(ending) ? null : { ending, isLocal: false };
}
