import { toASCII, toUnicode } from "tr46";

/** The domain of an address, for the DNS and for people. */
export interface DomainName {
	/** Lower case, internationalized labels in Punycode. */
	ascii: string;
	/** As people write it. */
	unicode: string;
}

/** UTS 46 as of registries: nontransitional, with the length limits of the DNS and letters, digits and hyphens only. */
const RULES = {
	checkBidi: true,
	checkHyphens: false,
	checkJoiners: true,
	useSTD3ASCIIRules: true,
	verifyDNSLength: true,
};

/**
 * Reads an internationalized domain name (RFC 5890, UTS 46).
 * @returns null when no such name can exist
 */
export function readDomainName(text: string): DomainName | null {
	const ascii = toASCII(text, RULES);
	if (ascii === null || ascii.length > 253) return null;
	// RFC 1123 §2.1. `checkHyphens` would also refuse names such as r3---sn.example.com, which exist.
	if (ascii.split(".").some((label) => label.startsWith("-") || label.endsWith("-"))) return null;
	// RFC 3696 §2: a top-level domain is not all digits, so that no name looks like an IP address.
	if (/(?:^|\.)\d+$/.test(ascii)) return null;
	return { ascii, unicode: toUnicode(ascii, RULES).domain };
}
