import type { DnsAnswer, Net, RecordType } from "#kernel/net.ts";
import { createDns } from "#server/platform/net/dns/dns.ts";
import { createNet } from "#server/platform/net/net.ts";
import { createLookup, type Lookup } from "../lookup.ts";

export interface TestLookup {
	/** Of the DNS servers. */
	servers: readonly string[];
	/** In place of `https://host/`; absent: no request gets a reply. */
	websites?: Record<string, string>;
	/** Names whose answers have the AD bit, as from a resolver that validates DNSSEC. */
	validated?: readonly string[];
	signal?: AbortSignal;
}

/** A lookup that asks test servers. */
export function testLookup(options: TestLookup): Lookup {
	const { servers, websites = {}, validated = [], signal = new AbortController().signal } = options;
	const dns = createDns({ servers, timeoutsMs: [500] });
	const query = async <T extends RecordType>(name: string, type: T): Promise<DnsAnswer<T>> => {
		const answer = await dns.query(name, type);
		return { ...answer, isAuthenticated: validated.includes(name) };
	};
	const http: Net["http"] = async (url) => {
		const { host, pathname } = new URL(url);
		const site = websites[host];
		if (site === undefined) throw new Error(`${host} couldn't be reached.`);
		const reply = await globalThis.fetch(site + pathname, { redirect: "manual" });
		const body = new Uint8Array(await reply.arrayBuffer());
		return { status: reply.status, headers: reply.headers, body, url };
	};
	const { tcp } = createNet({ allowPrivateHosts: true, dnsServers: [...servers] });
	return createLookup({ net: { dns: { ...dns, query: query as typeof dns.query }, http, tcp }, now: Date.now, signal });
}
