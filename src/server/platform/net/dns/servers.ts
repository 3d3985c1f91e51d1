import { getServers } from "node:dns";
import { isIPv6 } from "node:net";

/** A recursive resolver. */
export interface DnsServer {
	address: string;
	port: number;
	/** As configured or as in the system's configuration, e.g. `9.9.9.9` or `[2620:fe::fe]:5353`. */
	label: string;
}

const PORT = 53;

/** The servers of DNS_SERVERS, or the system's (`/etc/resolv.conf`). */
export function dnsServers(configured: readonly string[] | null): DnsServer[] {
	return (configured ?? getServers()).map((label) => {
		const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(label);
		if (bracketed !== null) return serverOf(label, bracketed[1], bracketed[2]);
		if (isIPv6(label)) return serverOf(label, label);
		const [address, port] = label.split(":");
		return serverOf(label, address, port);
	});
}

function serverOf(label: string, address = "", port?: string): DnsServer {
	return { address, port: Number(port ?? PORT), label };
}
