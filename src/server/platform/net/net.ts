import type { Config } from "../../config.ts";
import { createSlots } from "../slots/slots.ts";
import type { AddressRules } from "./address-guard.ts";
import { createDns, type Dns } from "./dns/dns.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";
import { createGuardedStream, type GuardedStream } from "./guarded-stream.ts";
import { createGuardedTcp, type GuardedTcp } from "./guarded-tcp.ts";

/** Network access of the product. Decision note 7 lists what does not go through it. */
export interface Net {
	dns: Dns;
	/** Only public addresses, unless ALLOW_PRIVATE_HOSTS is set. */
	http: GuardedFetch;
	/** Replies that are read while they arrive. Only public addresses, unless ALLOW_PRIVATE_HOSTS is set. */
	stream: GuardedStream;
	/** The same for hosts that the operator's configuration names, which may be private; never for those of a user. */
	operatorStream: GuardedStream;
	/** Only public addresses, unless ALLOW_PRIVATE_HOSTS is set. */
	tcp: GuardedTcp;
	/** Where connections to hosts that mail or a user named may go, for libraries that connect themselves. */
	addressRules: AddressRules;
}

/** Concurrent requests and connections, per host and in total. */
const HTTP = { perKey: 8, total: 256 };
const TCP = { perKey: 8, total: 256 };

export function createNet(config: Pick<Config, "allowPrivateHosts" | "dnsServers">): Net {
	const { allowPrivateHosts, dnsServers } = config;
	const dns = createDns({ servers: dnsServers });
	// By default hosts are resolved by the system, hosts file included.
	const addressRules = dnsServers === null ? { allowPrivateHosts } : { allowPrivateHosts, resolve: dns.addresses };
	return {
		dns,
		http: createGuardedFetch(addressRules, createSlots(HTTP)),
		stream: createGuardedStream(addressRules),
		operatorStream: createGuardedStream({ ...addressRules, allowPrivateHosts: true }),
		tcp: createGuardedTcp(addressRules, createSlots(TCP)),
		addressRules,
	};
}
