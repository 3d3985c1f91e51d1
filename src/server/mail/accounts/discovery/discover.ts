import type { Discovered } from "#shared/contracts/accounts.ts";
import type { Dns } from "../../../platform/net/dns/dns.ts";
import type { RecordData } from "../../../platform/net/dns/records.ts";
import type { GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { fetchAutoconfig } from "./autoconfig.ts";
import { presented, providerByMx, providerOf, withKnown } from "./common.ts";
import { addressOf, type Found, NOTHING } from "./result.ts";
import { findBySrv, foundBySrv } from "./srv.ts";

/** For all sources together: a user is waiting at the form. */
const LIMIT_MS = 5_000;

export interface DiscoveryTools {
	dns: Dns;
	fetch: GuardedFetch;
}

/**
 * Finds the mail servers of an address. All sources are queried concurrently; precedence: the table of common providers
 * by the address's own domain; the domain's SRV records, which its owner published for this; the table by the domain's
 * MX records, which say where its mail is hosted; the domain's configuration file; that of the MX host's domain.
 * Decision note 7 has the reasons.
 */
export async function discoverServers(tools: DiscoveryTools, email: string, signal: AbortSignal): Promise<Discovered> {
	const address = addressOf(email);
	if (address === null) return NOTHING;
	const known = providerOf(address.domain);
	if (known !== null) return presented(known, address);
	const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
	const within = <T>(work: Promise<T>): Promise<T | null> => orNull(work, limit);

	const bySrv = within(findBySrv(tools.dns, address.domain));
	const own = within(fetchAutoconfig(tools.fetch, address.domain, address, limit));
	const exchangers = within(tools.dns.mx(address.domain));
	const byExchanger = exchangers.then((records) => {
		const domain = exchangerDomain(records ?? [], address.domain);
		return domain === null ? null : within(fetchAutoconfig(tools.fetch, domain, address, limit));
	});

	const srv = await bySrv;
	const found = srv && foundBySrv(srv, address);
	if (srv !== null && found !== null) {
		if (found.smtp !== null || srv.refuses.smtp) return withKnown(found, address);
		return withKnown({ ...found, smtp: (await own)?.smtp ?? null }, address);
	}
	if (srv?.refuses.imap)
		return { ...NOTHING, source: "srv", note: `${address.domain} says in its DNS that it has no IMAP.` };
	const host = providerByMx(((await exchangers) ?? []).map(({ exchange }) => exchange));
	if (host !== null && host.imap !== null) return withSieve(presented(host, address), srv);
	// A provider without password sign-in may only filter this domain's mail: a configuration file would say so.
	const file = (await own) ?? (host === null ? await byExchanger : null);
	if (file !== null) return withSieve(withKnown(file, address), srv);
	return host === null ? NOTHING : presented(host, address);
}

function withSieve<T extends Found>(found: T, srv: { sieve: Discovered["sieve"] } | null): T {
	return { ...found, sieve: srv?.sieve ?? found.sieve };
}

/**
 * The domain whose configuration may apply to an MX host: its name without the first label. Never anything shorter: a
 * public suffix ("co.uk") must not decide where passwords are sent.
 */
export function exchangerDomain(records: readonly RecordData["MX"][], own: string): string | null {
	const [first] = records;
	if (first === undefined) return null;
	const [, ...labels] = first.exchange.replace(/\.$/, "").toLowerCase().split(".");
	const [second = "", top = ""] = labels.slice(-2);
	const isRegistry = labels.length < 2 || (labels.length === 2 && top.length === 2 && second.length <= 3);
	const domain = labels.join(".");
	return isRegistry || domain === own ? null : domain;
}

/** @returns null when the work fails or does not finish before the signal aborts */
async function orNull<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
	if (signal.aborted) return null;
	return new Promise((resolve) => {
		const stop = (): void => resolve(null);
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, stop).finally(() => signal.removeEventListener("abort", stop));
	});
}
