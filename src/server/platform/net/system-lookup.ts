import { promises as dns } from "node:dns";
import { createSlots } from "../slots/slots.ts";
import type { HostAddress } from "./dns/dns.ts";

/** Lookups run on the four threads that file access uses, too: one always remains free. */
const CONCURRENCY = 3;
const slots = createSlots({ perKey: CONCURRENCY, total: CONCURRENCY });

/**
 * Resolves a host as other programs of this machine do, with its hosts file and search domains.
 * @throws Node's lookup errors
 */
export async function systemLookup(host: string): Promise<HostAddress[]> {
	const release = await slots.acquire("");
	try {
		return await dns.lookup(host, { all: true });
	} finally {
		release();
	}
}
