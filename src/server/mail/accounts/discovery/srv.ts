import type { SrvRecord } from "node:dns";
import type { Discovered, MailServer } from "#shared/contracts/accounts.ts";
import type { Dns } from "../../../platform/net/dns.ts";
import { type Address, type Found, isHostName } from "./result.ts";

/** Mail servers that a domain names in its DNS (RFC 6186, RFC 8314 §5.1, RFC 5804 §1.8). */

/** `refused`: the domain says that it does not offer the service (a target of `.`, RFC 6186 §3.4). */
type Service = { server: { host: string; port: number } } | "refused" | null;

export interface SrvServers {
	imap: MailServer | null;
	smtp: MailServer | null;
	sieve: Discovered["sieve"];
	/** No server, and the domain says so. */
	refuses: { imap: boolean; smtp: boolean };
}

/** A question that is not answered counts as one without an answer. */
export async function findBySrv(dns: Dns, domain: string): Promise<SrvServers> {
	const ask = async (service: string): Promise<Service> => {
		try {
			return serviceOf(await dns.srv(`_${service}._tcp.${domain}`));
		} catch {
			return null;
		}
	};
	const [imaps, imap, submissions, submission, sieve] = await Promise.all(
		["imaps", "imap", "submissions", "submission", "sieve"].map(ask),
	);
	return {
		imap: secured(imaps, imap),
		smtp: secured(submissions, submission),
		sieve: sieve && sieve !== "refused" ? sieve.server : null,
		refuses: { imap: refused(imaps, imap), smtp: refused(submissions, submission) },
	};
}

/** RFC 8314 §3: TLS from the first byte is preferred; over the plain port nothing goes before STARTTLS. */
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

function serviceOf(records: readonly SrvRecord[]): Service {
	const names = records.map((record) => ({ host: record.name.replace(/\.$/, "").toLowerCase(), port: record.port }));
	const server = names.find(({ host, port }) => isHostName(host) && port > 0);
	if (server !== undefined) return { server };
	return names.some(({ host }) => host === "") ? "refused" : null;
}

/** As an answer, or null when there is no IMAP server among it. */
export function foundBySrv(servers: SrvServers, address: Address): Found | null {
	const { imap, smtp, sieve } = servers;
	if (imap === null) return null;
	const outgoing = smtp && { ...smtp, username: null };
	// RFC 6186 §4: the address is the user name to try first.
	return { source: "srv", providerName: null, imap, smtp: outgoing, sieve, username: address.email, note: null };
}
