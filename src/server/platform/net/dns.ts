import type { LookupAddress, MxRecord, SrvRecord } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Config } from "../../config.ts";
import type { AddressRules } from "./address-guard.ts";

/** Questions to the DNS, at the servers of DNS_SERVERS where the operator names some, else the system's. */
export interface Dns {
	/** Most preferred first; empty: there are none. @throws DnsFailure */
	mx(name: string): Promise<MxRecord[]>;
	/** As RFC 2782 orders them, save the throw of dice among equals; empty: there are none. @throws DnsFailure */
	srv(name: string): Promise<SrvRecord[]>;
	/** Each record as the strings it is made of (RFC 1035 §3.3.14); empty: there are none. @throws DnsFailure */
	txt(name: string): Promise<string[][]>;
	/** Empty: there are none. @throws DnsFailure */
	addresses(name: string): Promise<LookupAddress[]>;
}

/** No answer, or one that says nothing about the name (SERVFAIL, REFUSED): another time it may be found. */
export class DnsFailure extends Error {
	override name = "DnsFailure";
}

/** One question to one server. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/** The name, or the kind of record, does not exist: an answer like any other. */
const NOTHING = new Set(["ENOTFOUND", "ENODATA"]);

export function createDns(config: Pick<Config, "dnsServers">): Dns {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
	if (config.dnsServers !== null) resolver.setServers(config.dnsServers);
	return {
		async mx(name) {
			const records = await asked(() => resolver.resolveMx(name));
			return records.sort((a, b) => a.priority - b.priority);
		},
		async srv(name) {
			const records = await asked(() => resolver.resolveSrv(name));
			return records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
		},
		txt: (name) => asked(() => resolver.resolveTxt(name)),
		async addresses(name) {
			const [four, six] = await Promise.all([
				asked(() => resolver.resolve4(name)),
				asked(() => resolver.resolve6(name)),
			]);
			return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
		},
	};
}

async function asked<T>(ask: () => Promise<T[]>): Promise<T[]> {
	try {
		return await ask();
	} catch (cause) {
		const { code = "" } = cause as NodeJS.ErrnoException;
		if (NOTHING.has(code)) return [];
		throw new DnsFailure(`The DNS gave no answer (${code})`, { cause });
	}
}

/** The operator's rules on where outgoing connections may go, with the operator's DNS servers to find it. */
export function addressRules(config: Pick<Config, "allowPrivateHosts" | "dnsServers">): AddressRules {
	const { allowPrivateHosts } = config;
	// Without servers of its own the product resolves names as the system does, hosts file included.
	if (config.dnsServers === null) return { allowPrivateHosts };
	return { allowPrivateHosts, resolve: createDns(config).addresses };
}
