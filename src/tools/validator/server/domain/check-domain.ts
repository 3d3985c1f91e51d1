import { evidenceOf, findMailHost, type MailHost, textRecords } from "#kernel/domains.ts";
import type { Dns } from "#kernel/net.ts";
import type { Check } from "../../contract.ts";
import { findDkim } from "./dkim.ts";
import { findDmarc } from "./dmarc.ts";
import { readSpf } from "./spf.ts";

/** What the DNS says about a domain. */
export interface DomainFacts {
	domain: string;
	mail: MailHost["state"];
	/** Its mail servers, most preferred first. */
	hosts: readonly string[];
	/** Null: not established. */
	mx: boolean | null;
	spf: boolean | null;
	dkim: boolean | null;
	hasDmarc: boolean | null;
	checks: Check[];
}

interface DomainCheck {
	dns: Dns;
	/** ASCII. */
	domain: string;
	/** DKIM selectors that the user's own mail from this domain had. */
	selectors: readonly string[];
	/** Epoch milliseconds. */
	now: () => number;
	signal?: AbortSignal | undefined;
}

/** Checks a domain. What a failed query would have shown stays unknown. */
export async function checkDomain({ dns, domain, selectors, now, signal }: DomainCheck): Promise<DomainFacts> {
	const at = () => new Date(now()).toISOString();
	const host = await findMailHost(dns, domain, signal);
	const mailChecks = checksOf(host, domain, at());
	const facts = { domain, mail: host.state, hosts: host.hosts, mx: hasMx(host.state) };
	if (host.state !== "mx" && host.state !== "address") {
		const detail = host.state === "failed" ? "The domain could not be looked up." : "The domain receives no email.";
		const rest = ["spf", "dkim", "dmarc"].map((name): Check => {
			return { name, state: "not-checked", detail, durationMs: 0, source: null, checkedAt: at() };
		});
		// A domain that accepts no mail is checked no further: nothing is lost by not asking.
		const none = host.state === "failed" ? null : false;
		return { ...facts, spf: none, dkim: none, hasDmarc: none, checks: [...mailChecks, ...rest] };
	}
	const [txt, dkim, dmarc] = await Promise.all([
		textRecords(dns, domain, signal),
		findDkim(dns, domain, selectors, signal),
		findDmarc(dns, domain, signal),
	]);
	const spf = txt.state === "failed" ? null : readSpf(txt.texts);
	const spfDetail = spf ?? { state: "error" as const, detail: "The SPF record could not be read." };
	const checks: Check[] = [
		...mailChecks,
		{ name: "spf", state: spfDetail.state, detail: spfDetail.detail, ...evidenceOf([txt.answer]), checkedAt: at() },
		{ name: "dkim", ...pick(dkim), checkedAt: at() },
		{ name: "dmarc", ...pick(dmarc), checkedAt: at() },
	];
	return {
		...{ ...facts, spf: spf?.isValid ?? null, dkim: dkim.isValid },
		...{ hasDmarc: dmarc.hasRecord, checks },
	};
}

function pick({ state, detail, durationMs, source }: Omit<Check, "name" | "checkedAt">) {
	return { state, detail, durationMs, source };
}

function hasMx(state: MailHost["state"]): boolean | null {
	return state === "failed" ? null : state === "mx";
}

function checksOf({ state, detail, durationMs, source }: MailHost, domain: string, checkedAt: string): Check[] {
	const exists = state !== "domain-not-found";
	const base = { source, checkedAt };
	if (state === "failed")
		return [
			{ name: "domain", state: "error", detail, durationMs, ...base },
			{ name: "mx", state: "not-checked", detail: "The domain could not be looked up.", durationMs: 0, ...base },
		];
	const mxStates = { mx: "pass", address: "warn" } as const;
	return [
		{
			...{ name: "domain", state: exists ? "pass" : "fail", durationMs, ...base },
			detail: exists ? `${domain} exists.` : detail,
		},
		exists
			? { name: "mx", state: mxStates[state as "mx"] ?? "fail", detail, durationMs: 0, ...base }
			: { name: "mx", state: "not-checked", detail: "The domain does not exist.", durationMs: 0, ...base },
	];
}
