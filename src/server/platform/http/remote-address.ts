import { isIP } from "node:net";

/**
 * Where a request came from.
 * @param peer the socket's other end
 * @param trustProxy then the last entry of X-Forwarded-For counts: the one the proxy next to us wrote
 */
export function remoteAddressOf(headers: Headers, peer: string | undefined, trustProxy: boolean): string {
	const forwarded = trustProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
	if (forwarded !== undefined && isIP(forwarded) !== 0) return plain(forwarded);
	return peer === undefined ? "127.0.0.1" : plain(peer);
}

/** An IPv4 address that arrived on an IPv6 socket, as what it is. */
function plain(address: string): string {
	return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}

/**
 * Who a request counts as for limits: an IPv4 address, or the /64 network of an IPv6 address, since one customer
 * holds at least that many (RFC 6177).
 * @param bits of an IPv6 address that count
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
