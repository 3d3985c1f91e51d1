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
