import { isIPv6 } from "node:net";

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * The IP address of an address literal (RFC 5321 §4.1.3).
 * @param text without brackets
 * @returns null when it is not one
 */
export function readIpLiteral(text: string): string | null {
	if (IPV4.test(text)) return text;
	if (!/^ipv6:/i.test(text)) return null;
	const address = text.slice("ipv6:".length);
	// A zone index is valid on one machine alone.
	return isIPv6(address) && !address.includes("%") ? address : null;
}
