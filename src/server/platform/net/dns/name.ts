import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

/** Maximum lengths (RFC 1035 §2.3.4): of a label, and of a name as text without the trailing dot. */
const MAX_LABEL = 63;
const MAX_NAME = 253;

/**
 * A name as it is queried: lowercase, IDNA-encoded, without the trailing dot.
 * @returns null for text that is not a name
 */
export function queryName(text: string): string | null {
	// The URL parser behind domainToASCII would change names of digits and reject unusual ones.
	const ascii = /[\u0080-\uffff]/.test(text) ? domainToASCII(text) : text;
	const name = ascii.toLowerCase().replace(/\.$/, "");
	if (name === "" || name.length > MAX_NAME || !/^[!-[\]-~]+$/.test(name)) return null;
	return name.split(".").every((label) => label.length > 0 && label.length <= MAX_LABEL) ? name : null;
}

/** The name for reverse lookups (RFC 1035 §3.5, RFC 3596 §2.5). @returns null for text that is not an IP address */
export function reverseName(address: string): string | null {
	if (isIPv4(address)) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
	if (!isIPv6(address) || address.includes("%")) return null;
	const host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
	const [before = "", after = ""] = host.split("::");
	const head = before.split(":").filter(Boolean);
	const tail = after.split(":").filter(Boolean);
	const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
	const digits = groups.map((group) => group.padStart(4, "0")).join("");
	return `${[...digits].reverse().join(".")}.ip6.arpa`;
}
