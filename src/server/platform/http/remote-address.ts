import { isIP } from "node:net";

/**
 * The client's IP address.
 * @param peer the socket's remote address
 * @param trustProxy use the last entry of X-Forwarded-For: the one that our own proxy added
 */
export function remoteAddressOf(headers: Headers, peer: string | undefined, trustProxy: boolean): string {
	const forwarded = trustProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
	if (forwarded !== undefined && isIP(forwarded) !== 0) return plain(forwarded);
	return peer === undefined ? "127.0.0.1" : plain(peer);
}

/** Unwraps an IPv4-mapped IPv6 address. */
function plain(address: string): string {
	return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/**
 * The key under which a client is rate limited: an IPv4 address, or the /64 prefix of an IPv6 address, since one
 * customer gets at least a /64 (RFC 6177).
 * @param bits prefix length for IPv6
 */
export function clientOf(address: string, bits: 48 | 64 = 64): string {
	const bare = address.split("%")[0] ?? "";
	if (isIP(bare) !== 6) return address;
	const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
	const [head = "", tail] = canonical.split("::");
	const groups = head === "" ? [] : head.split(":");
	const last = tail === undefined || tail === "" ? [] : tail.split(":");
	const all = [...groups, ...Array(8 - groups.length - last.length).fill("0"), ...last];
	return `${all.slice(0, bits / 16).join(":")}::/${bits}`;
}
