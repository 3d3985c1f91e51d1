import type { LookupAddress, MxRecord, SrvRecord } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Config } from "../../config.ts";
import type { AddressRules } from "./address-guard.ts";

/** DNS queries, to DNS_SERVERS if set, otherwise to the system's resolvers. */
export interface Dns {
	/** Most preferred first; empty when there are none. @throws DnsFailure */
	mx(name: string): Promise<MxRecord[]>;
	/** In RFC 2782 order, without the random choice among equals; empty when there are none. @throws DnsFailure */
	srv(name: string): Promise<SrvRecord[]>;
	/** Each record as its character strings (RFC 1035 §3.3.14); empty when there are none. @throws DnsFailure */
	txt(name: string): Promise<string[][]>;
	/** Empty when there are none. @throws DnsFailure */
	addresses(name: string): Promise<LookupAddress[]>;
}

/** No response, or one that says nothing about the name (SERVFAIL, REFUSED): a retry may succeed. */
export class DnsFailure extends Error {
	override name = "DnsFailure";
}

/** Timeout of one query to one server. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/** The name or record type does not exist: a valid answer. */
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

/** The configured rules for outbound connections, resolving with the configured DNS servers. */
export function addressRules(config: Pick<Config, "allowPrivateHosts" | "dnsServers">): AddressRules {
	const { allowPrivateHosts } = config;
	// By default names are resolved by the system, hosts file included.
	if (config.dnsServers === null) return { allowPrivateHosts };
	return { allowPrivateHosts, resolve: createDns(config).addresses };
}
