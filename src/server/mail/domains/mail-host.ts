import type { Dns } from "../../platform/net/dns/dns.ts";
import { type Evidence, evidenceOf, failureText, type Sent } from "./records.ts";

/** How a domain receives mail (RFC 5321 §5). */
export type MailHost = Evidence & { detail: string } & (
		| { state: "mx"; hosts: string[] }
		| {
				state: "address" | "null-mx" | "no-mail-server" | "mail-server-not-found" | "domain-not-found" | "failed";
				hosts: string[];
		  }
	);

/** Mail servers that are resolved, most preferred first. */
const RESOLVED = 5;

/** Finds the hosts that a domain's mail goes to. @param domain ASCII */
export async function findMailHost(dns: Dns, domain: string, signal?: AbortSignal): Promise<MailHost> {
	const options = signal === undefined ? {} : { signal };
	const mx = await dns.query(domain, "MX", options);
	const evidence = evidenceOf([mx]);
	if (mx.outcome === "nxdomain" || mx.outcome === "bad-name")
		return { state: "domain-not-found", hosts: [], detail: `${domain} does not exist.`, ...evidence };
	if (mx.outcome === "nodata") return findAddress(dns, domain, evidence, signal);
	if (mx.outcome !== "records") return { state: "failed", hosts: [], detail: failureText(mx.outcome), ...evidence };
	const hosts = mx.records
		.map(({ data }) => data)
		.sort((a, b) => a.priority - b.priority || a.exchange.localeCompare(b.exchange))
		.map(({ exchange }) => exchange.replace(/\.$/, "").toLowerCase());
	// RFC 7505
	if (hosts.every((host) => host === ""))
		return {
			state: "null-mx",
			hosts: [],
			detail: "A null MX record says that the domain accepts no email.",
			...evidence,
		};
	return resolveHosts(
		dns,
		hosts.filter((host) => host !== ""),
		evidence,
		signal,
	);
}

async function resolveHosts(
	dns: Dns,
	hosts: readonly string[],
	evidence: Evidence,
	signal?: AbortSignal,
): Promise<MailHost> {
	let failure: string | null = null;
	let { durationMs } = evidence;
	for (const host of hosts.slice(0, RESOLVED)) {
		const found = await addressesOf(dns, host, signal);
		durationMs += found.durationMs;
		if (found.state === "found")
			return { state: "mx", hosts: [...hosts], detail: `Mail goes to ${host}.`, ...evidence, durationMs };
		failure ??= found.failure;
	}
	const common = { hosts: [...hosts], ...evidence, durationMs };
	if (failure !== null) return { state: "failed", detail: `${hosts[0]}: ${failure}`, ...common };
	const detail = `The mail server ${hosts[0]} does not exist.`;
	return { state: "mail-server-not-found", detail, ...common };
}

/** Without MX records, mail goes to the domain's own address (RFC 5321 §5.1). */
async function findAddress(dns: Dns, domain: string, evidence: Evidence, signal?: AbortSignal): Promise<MailHost> {
	const found = await addressesOf(dns, domain, signal);
	const common = { source: evidence.source, durationMs: evidence.durationMs + found.durationMs };
	if (found.state === "found") {
		const detail = "There is no MX record; mail goes to the domain's own address.";
		return { state: "address", hosts: [domain], detail, ...common };
	}
	if (found.failure !== null) return { state: "failed", hosts: [], detail: found.failure, ...common };
	return { state: "no-mail-server", hosts: [], detail: "There is neither an MX record nor an address.", ...common };
}

interface Addresses extends Evidence {
	state: "found" | "none";
	/** Set when a query failed, so that `none` is not certain. */
	failure: string | null;
}

async function addressesOf(dns: Dns, name: string, signal?: AbortSignal): Promise<Addresses> {
	const options = signal === undefined ? {} : { signal };
	let failure: string | null = null;
	const answers: Sent[] = [];
	for (const type of ["A", "AAAA"] as const) {
		const answer = await dns.query(name, type, options);
		answers.push(answer);
		if (answer.outcome === "records") return { state: "found", failure: null, ...evidenceOf(answers) };
		if (answer.outcome === "nxdomain") break;
		if (answer.outcome !== "nodata" && answer.outcome !== "bad-name") failure = failureText(answer.outcome);
	}
	return { state: "none", failure, ...evidenceOf(answers) };
}
