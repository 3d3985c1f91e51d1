import type { Discovered, MailServer } from "#shared/contracts/accounts.ts";
import type { Dns } from "../../../platform/net/dns/dns.ts";
import type { RecordData } from "../../../platform/net/dns/records.ts";
import { type Address, type Found, isHostName } from "./result.ts";

/** Mail servers from a domain's SRV records (RFC 6186, RFC 8314 §5.1, RFC 5804 §1.8). */

/** `refused`: the domain declares that it does not offer the service (target `.`, RFC 6186 §3.4). */
type Service = { server: { host: string; port: number } } | "refused" | null;

export interface SrvServers {
	imap: MailServer | null;
	smtp: MailServer | null;
	sieve: Discovered["sieve"];
	/** The domain declares that it offers no such server. */
	refuses: { imap: boolean; smtp: boolean };
}

/** A failed query counts as an empty answer. */
export async function findBySrv(dns: Dns, domain: string): Promise<SrvServers> {
	const lookUp = async (service: string): Promise<Service> => {
		try {
			return serviceOf(await dns.srv(`_${service}._tcp.${domain}`));
		} catch {
			return null;
		}
	};
	const [imaps, imap, submissions, submission, sieve] = await Promise.all(
		["imaps", "imap", "submissions", "submission", "sieve"].map(lookUp),
	);
	return {
		imap: secured(imaps, imap),
		smtp: secured(submissions, submission),
		sieve: sieve && sieve !== "refused" ? sieve.server : null,
		refuses: { imap: refused(imaps, imap), smtp: refused(submissions, submission) },
	};
}

/** RFC 8314 §3: implicit TLS is preferred; on the plaintext port nothing is sent before STARTTLS. */
function secured(implicit: Service = null, explicit: Service = null): MailServer | null {
	if (implicit !== null && implicit !== "refused") return { ...implicit.server, security: "tls" };
	if (explicit !== null && explicit !== "refused") return { ...explicit.server, security: "starttls" };
	return null;
}

function refused(implicit: Service = null, explicit: Service = null): boolean {
	return (
		(implicit === "refused" || explicit === "refused") &&
		[implicit, explicit].every((one) => one === null || one === "refused")
	);
}

function serviceOf(records: readonly RecordData["SRV"][]): Service {
	const names = records.map((record) => ({ host: record.name.replace(/\.$/, "").toLowerCase(), port: record.port }));
	const server = names.find(({ host, port }) => isHostName(host) && port > 0);
	if (server !== undefined) return { server };
	return names.some(({ host }) => host === "") ? "refused" : null;
}

/** As a result; null without an IMAP server. */
export function foundBySrv(servers: SrvServers, address: Address): Found | null {
	const { imap, smtp, sieve } = servers;
	if (imap === null) return null;
	const outgoing = smtp && { ...smtp, username: null };
	// RFC 6186 §4: the address is the user name to try first.
	return { source: "srv", providerName: null, imap, smtp: outgoing, sieve, username: address.email, note: null };
}
