import { isPublicAddress } from "#kernel/net.ts";
import { NoAnswer } from "#kernel/sender-auth.ts";
import type { Lookup } from "../lookup.ts";
import { type Finding, itemOf } from "./finding.ts";

export interface MailHost {
	name: string;
	priority: number;
	/** IPv4 before IPv6. */
	addresses: string[];
	/** Why it has none; null: it has. */
	problem: "not-found" | "failed" | "ip-address" | null;
	isAlias: boolean;
}

/** Where a domain's mail goes (RFC 5321 §5). */
export interface MailHosts {
	/** `address`: without MX records, mail goes to the domain's own address. */
	kind: "mx" | "address" | "null-mx" | "none" | "no-domain";
	/** Most preferred first. */
	hosts: MailHost[];
}

/** Hosts that are resolved. */
const MAX_HOSTS = 5;

/** Finds and resolves a domain's mail servers. @throws NoAnswer */
export async function findMailHosts(lookup: Lookup, domain: string): Promise<MailHosts> {
	const mx = await lookup.query(domain, "MX");
	if (mx.outcome === "nxdomain" || mx.outcome === "bad-name") return { kind: "no-domain", hosts: [] };
	if (mx.outcome === "nodata") {
		const { addresses } = await resolve(lookup, domain);
		if (addresses.length === 0) return { kind: "none", hosts: [] };
		return { kind: "address", hosts: [{ name: domain, priority: 0, addresses, problem: null, isAlias: false }] };
	}
	if (mx.outcome !== "records") await lookup.records(domain, "MX");
	const sorted = mx.records
		.map(({ data }) => ({ priority: data.priority, name: data.exchange.replace(/\.$/, "").toLowerCase() }))
		.sort((a, b) => a.priority - b.priority || a.name.localeCompare(b.name));
	const named = sorted.filter(({ name }) => name !== "");
	// RFC 7505
	if (named.length === 0) return { kind: "null-mx", hosts: [] };
	const hosts = await Promise.all(
		named.slice(0, MAX_HOSTS).map(async (host): Promise<MailHost> => {
			// RFC 5321 §5.1: an exchange is a name.
			if (/^[\d.]+$/.test(host.name)) return { ...host, addresses: [], problem: "ip-address", isAlias: false };
			try {
				const { addresses, isAlias } = await resolve(lookup, host.name);
				return { ...host, addresses, problem: addresses.length === 0 ? "not-found" : null, isAlias };
			} catch (cause) {
				if (!(cause instanceof NoAnswer)) throw cause;
				return { ...host, addresses: [], problem: "failed", isAlias: false };
			}
		}),
	);
	return { kind: "mx", hosts };
}

async function resolve(lookup: Lookup, name: string): Promise<{ addresses: string[]; isAlias: boolean }> {
	const [four, six] = await Promise.all([lookup.query(name, "A"), lookup.query(name, "AAAA")]);
	const addresses = [...four.records, ...six.records].map(({ data }) => data);
	if (addresses.length === 0)
		for (const { outcome } of [four, six])
			if (outcome !== "nodata" && outcome !== "nxdomain" && outcome !== "bad-name")
				throw new NoAnswer(`${name} could not be resolved.`, outcome === "unreachable");
	return { addresses, isAlias: four.aliases.length > 0 || six.aliases.length > 0 };
}

interface MxRules {
	/** Private addresses are fine, as the operator's ALLOW_PRIVATE_HOSTS says. */
	allowPrivateHosts: boolean;
}

/** Whether the domain can receive mail: a sender whose domain can't is rarely honest. */
export function judgeMx(domain: string, { kind, hosts }: MailHosts, { allowPrivateHosts }: MxRules): Finding {
	const publish = `Publish an MX record for ${domain} that names a mail server.`;
	if (kind === "no-domain") return { state: "fail", detail: `The domain ${domain} does not exist.` };
	if (kind === "null-mx")
		return {
			state: "fail",
			detail: "A null MX record (RFC 7505) says that the domain accepts no email.",
			fix: publish,
		};
	if (kind === "none") return { state: "fail", detail: "There is neither an MX record nor an address.", fix: publish };
	const judged = hosts.map((host) => judgeHost(host, allowPrivateHosts));
	const items = kind === "mx" ? judged : [];
	const states = judged.map(({ state }) => state);
	if (!states.includes("pass") && !states.includes("warn")) {
		if (states.includes("error")) return { state: "error", detail: "No mail server could be resolved.", items };
		const [first] = judged;
		const detail = first === undefined ? "There is no mail server." : `${first.label}: ${first.detail}`;
		return { state: "fail", detail, fix: "Point the MX records at hosts with public addresses.", items };
	}
	if (kind === "address")
		return { state: "warn", detail: "There is no MX record; mail goes to the domain's own address.", fix: publish };
	if (states.some((state) => state !== "pass"))
		return {
			state: "warn",
			detail: "Some mail servers have a problem.",
			fix: "Correct or remove these MX records.",
			items,
		};
	const others = hosts.length > 1 ? ` and ${hosts.length - 1} more` : "";
	return { state: "pass", detail: `Mail goes to ${hosts[0]?.name}${others}.`, items };
}

function judgeHost(host: MailHost, allowPrivateHosts: boolean) {
	const { name, priority, addresses, problem, isAlias } = host;
	const label = `${priority} ${name}`;
	if (problem === "ip-address") return itemOf(label, "fail", "An MX record must name a host, not an IP address.");
	if (problem === "not-found") return itemOf(label, "fail", "The mail server does not exist.");
	if (problem === "failed") return itemOf(label, "error", "The mail server could not be resolved.");
	if (!allowPrivateHosts && !addresses.some(isPublicAddress))
		return itemOf(label, "fail", `${addresses[0]} can't be reached over the internet.`);
	if (isAlias) return itemOf(label, "warn", "The mail server is an alias (CNAME), which RFC 5321 does not allow.");
	return itemOf(label, "pass", addresses.join(", "));
}
