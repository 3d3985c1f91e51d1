import { NoAnswer } from "#kernel/sender-auth.ts";
import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf, notChecked, OPTIONAL } from "./finding.ts";
import type { MailHosts } from "./mx.ts";

const MAX_POLICY_BYTES = 64 * 1024;
const MAX_TLSA_HOSTS = 2;

/** MTA-STS: whether senders must use TLS (RFC 8461). */
export async function checkMtaSts(lookup: Lookup, domain: string, { hosts }: MailHosts): Promise<Finding> {
	const records = (await lookup.texts(`_mta-sts.${domain}`)).filter((text) => /^v=STSv1\s*(?:;|$)/.test(text));
	if (records.length !== 1) {
		const detail = records.length === 0 ? "MTA-STS is not set up." : "There is more than one MTA-STS record.";
		return { state: "warn", detail, fix: `${OPTIONAL} MTA-STS makes other servers encrypt mail to this domain.` };
	}
	const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
	const reply = await lookup.get(url, { maxBytes: MAX_POLICY_BYTES, accept: "text/plain" });
	// RFC 8461 §3.3: redirects are not followed.
	if (reply.status !== 200)
		return { state: "fail", detail: `The policy can't be read (HTTP ${reply.status}).`, fix: `Publish it at ${url}.` };
	const policy = readStsPolicy(Buffer.from(reply.body).toString("utf8"));
	if (policy === null) return { state: "fail", detail: "The policy is not valid.", fix: `Correct the file at ${url}.` };
	const uncovered = hosts.filter(({ name }) => !policy.mx.some((pattern) => matchesHost(pattern, name)));
	const items = policy.mx.map((pattern) => itemOf(pattern, "pass", "Allowed by the policy."));
	if (policy.mode !== "none" && uncovered.length > 0)
		return {
			...{ state: "fail", detail: `The policy does not allow the mail server ${uncovered[0]?.name}.`, items },
			fix: "Add an “mx:” line for each mail server.",
		};
	if (policy.mode === "enforce")
		return { state: "pass", detail: "Other servers must encrypt mail to this domain.", items };
	const fix = "Set “mode: enforce” once reports show no problems.";
	return { state: "warn", detail: `The policy is in mode “${policy.mode}”.`, fix, items };
}

/** @returns null for an invalid policy (RFC 8461 §3.2) */
export function readStsPolicy(text: string): { mode: "enforce" | "testing" | "none"; mx: string[] } | null {
	const lines = text.split(/\r?\n/).flatMap((line) => {
		const colon = line.indexOf(":");
		return colon < 1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
	});
	const first = (wanted: string) => lines.find(({ name }) => name === wanted)?.value;
	const mode = first("mode");
	if (first("version") !== "STSv1" || !/^\d{1,10}$/.test(first("max_age") ?? "")) return null;
	if (mode !== "enforce" && mode !== "testing" && mode !== "none") return null;
	const mx = lines.flatMap(({ name, value }) => (name === "mx" ? [value.toLowerCase()] : []));
	return mx.length === 0 && mode !== "none" ? null : { mode, mx };
}

/** A star matches exactly one label (RFC 8461 §4.1). */
function matchesHost(pattern: string, host: string): boolean {
	return pattern.startsWith("*.") ? host.slice(host.indexOf(".") + 1) === pattern.slice(2) : host === pattern;
}

/** TLS reports (RFC 8460). */
export async function checkTlsReports(lookup: Lookup, domain: string): Promise<Finding> {
	const name = `_smtp._tls.${domain}`;
	const records = (await lookup.texts(name)).filter((text) => /^v=TLSRPTv1\s*;/.test(text));
	const fix = `${OPTIONAL} Publish “v=TLSRPTv1; rua=mailto:…” at ${name} to hear of delivery problems with TLS.`;
	if (records.length === 0) return { state: "warn", detail: "TLS reports are not set up.", fix };
	if (records.length > 1) return { state: "fail", detail: "There is more than one TLS report record.", fix };
	const receiver = /;\s*rua\s*=\s*((?:mailto|https):[^;\s]+)/.exec(records[0] ?? "")?.[1];
	if (receiver === undefined) return { state: "fail", detail: "The record names no receiver.", fix };
	return { state: "pass", detail: `Reports go to ${receiver}.` };
}

/** DNSSEC, as the resolver validates it (RFC 4035 §3.2.3). */
export async function checkDnssec(lookup: Lookup, domain: string): Promise<Finding> {
	const soa = await lookup.query(domain, "SOA");
	const bogus = soa.attempts
		.flatMap(({ extendedErrors }) => extendedErrors)
		.find(({ code }) => code >= 5 && code <= 12);
	if (soa.outcome === "servfail" && bogus !== undefined)
		return {
			...{ state: "fail", detail: `The DNSSEC signatures are not valid${bogus.text ? `: ${bogus.text}` : ""}.` },
			fix: "Sign the zone again, or remove the DS record at the registrar.",
		};
	if (soa.outcome === "records" && soa.isAuthenticated)
		return { state: "pass", detail: "Signed; the resolver validated the signatures." };
	const signed = await lookup.records(domain, "DS");
	if (soa.outcome !== "records" && soa.outcome !== "nodata" && soa.outcome !== "nxdomain")
		throw new NoAnswer("The zone could not be read.", soa.outcome === "unreachable");
	if (signed.length > 0) return notChecked("The zone is signed, but the resolver does not validate signatures.");
	const fix = `${OPTIONAL} Turn on DNSSEC at the DNS provider, and add the DS record at the registrar.`;
	return { state: "warn", detail: "The zone is not signed.", fix };
}

/** DANE: certificates of the mail servers in the DNS (RFC 7672). */
export async function checkDane(lookup: Lookup, { hosts }: MailHosts): Promise<Finding> {
	if (hosts.length === 0) return notChecked("There is no mail server.");
	const items = await Promise.all(
		hosts.slice(0, MAX_TLSA_HOSTS).map(async ({ name }) => {
			const answer = await lookup.query(`_25._tcp.${name}`, "TLSA");
			if (answer.outcome !== "records") {
				if (answer.outcome === "nodata" || answer.outcome === "nxdomain")
					return itemOf(name, "warn", "No TLSA record.");
				return itemOf(name, "error", "The TLSA record could not be read.");
			}
			// RFC 7672 §3.1.3: only these usages count.
			const usable = answer.records.filter(({ data }) => data.certUsage === 2 || data.certUsage === 3);
			if (usable.length === 0) return itemOf(name, "fail", "No TLSA record has a usage that applies to mail (2 or 3).");
			return answer.isAuthenticated
				? itemOf(name, "pass", `${usable.length} TLSA ${usable.length === 1 ? "record" : "records"}, signed.`)
				: itemOf(name, "warn", "TLSA records without DNSSEC have no effect.");
		}),
	);
	const states = items.map(({ state }) => state);
	if (states.every((state) => state === "error")) throw new NoAnswer("The TLSA records could not be read.");
	if (states.includes("fail")) return { state: "fail", detail: "A TLSA record can't be used.", items };
	if (states.every((state) => state === "pass"))
		return { state: "pass", detail: "Certificates are in the DNS.", items };
	const fix = `${OPTIONAL} DANE needs DNSSEC; the mail provider publishes the TLSA records.`;
	return { state: "warn", detail: "DANE is not set up for every mail server.", fix, items };
}
