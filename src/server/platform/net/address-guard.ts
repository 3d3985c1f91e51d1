import { BlockList, isIP } from "node:net";
import { AppError } from "../../errors.ts";
import type { HostAddress } from "./dns/dns.ts";
import { systemLookup } from "./system-lookup.ts";

/** Resolves a host name; the system's lookup by default. */
export type Resolve = (hostname: string) => Promise<HostAddress[]>;

export interface AddressRules {
	/** The ALLOW_PRIVATE_HOSTS setting. */
	allowPrivateHosts: boolean;
	resolve?: Resolve;
	/** Exceptions: exactly these addresses and ports are allowed in addition to public ones. */
	also?: { addresses: ReadonlySet<string>; ports: ReadonlySet<string> };
}

/** Non-public IPv4: the IANA special-purpose registry (RFC 6890), multicast, and everything above. */
const notPublic4 = new BlockList();
for (const [net, bits] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.31.196.0", 24],
	["192.52.193.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["192.175.48.0", 24],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 4],
	["240.0.0.0", 4],
] as const)
	notPublic4.addSubnet(net, bits, "ipv4");

/** Only global unicast is public; loopback, local, mapped and translated (NAT64) addresses are outside it. */
const unicast6 = new BlockList();
unicast6.addSubnet("2000::", 3, "ipv6");

/** Non-public ranges within global unicast: Teredo and other special ones, documentation, 6to4. */
const notPublic6 = new BlockList();
for (const [net, bits] of [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["2620:4f:8000::", 48],
	["3fff::", 20],
] as const)
	notPublic6.addSubnet(net, bits, "ipv6");

/** Whether an address literal is on the public internet. */
export function isPublicAddress(address: string): boolean {
	// A zone id ("fe80::1%eth0") names a local interface.
	if (address.includes("%")) return false;
	const family = isIP(address);
	if (family === 4) return !notPublic4.check(address, "ipv4");
	if (family === 6) return unicast6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
	return false;
}

/** Whether outbound connections to this address are allowed. */
export function isAllowed(address: string, rules: AddressRules): boolean {
	return rules.allowPrivateHosts || isPublicAddress(address) || rules.also?.addresses.has(address) === true;
}

/**
 * Resolves a host for an outbound connection (HTTP, IMAP, SMTP) requested by mail or a user. Connect only to the
 * returned addresses: resolving again could give others (DNS rebinding).
 * @param hostname a name or an address literal, as in `URL.hostname`
 * @throws AppError 400 `host-not-allowed` when any address is not public; 502 `unreachable` when there is none
 */
export async function resolvePublic(hostname: string, rules: AddressRules): Promise<HostAddress[]> {
	const host = hostname.replace(/^\[(.*)\]$/, "$1");
	const family = isIP(host);
	const addresses = family === 0 ? await lookup(host, rules) : [{ address: host, family }];
	if (!addresses.every(({ address }) => isAllowed(address, rules)))
		throw new AppError(
			400,
			"host-not-allowed",
			`${hostname} is not on the public internet. The operator can allow such hosts with ALLOW_PRIVATE_HOSTS=on.`,
		);
	return addresses;
}

async function lookup(host: string, rules: AddressRules): Promise<HostAddress[]> {
	const resolve = rules.resolve ?? systemLookup;
	const unknown = (cause?: unknown) => new AppError(502, "unreachable", `The host ${host} was not found.`, { cause });
	const addresses = await resolve(host).catch((cause: unknown) => {
		throw unknown(cause);
	});
	if (addresses.length === 0) throw unknown();
	return addresses;
}
