import type { Sender } from "#kernel/own-mail.ts";
import {
	findDmarc,
	judgeDkim,
	judgeDmarc,
	judgeSpf,
	NoAnswer,
	readDkimKeys,
	readSpfTree,
} from "#kernel/sender-auth.ts";
import type { OwnMail } from "../contract.ts";
import type { CheckId } from "../scoring.ts";
import { checkBimi } from "./checks/bimi.ts";
import { checkBlacklists, type ListZones } from "./checks/blacklists.ts";
import { checkDomainAge, type RdapServers } from "./checks/domain-age.ts";
import { type Finding, notChecked } from "./checks/finding.ts";
import { checkLookAlike, type KnownDomain } from "./checks/look-alike.ts";
import { findMailHosts, judgeMx, type MailHosts } from "./checks/mx.ts";
import { checkProvider } from "./checks/provider.ts";
import { withReachability } from "./checks/reachability.ts";
import { checkReverseDns } from "./checks/reverse-dns.ts";
import { checkDane, checkDnssec, checkMtaSts, checkTlsReports } from "./checks/transport.ts";
import type { Lookup } from "./lookup.ts";
import { judgeOwnMail } from "./own-mail.ts";

/** What is known before anything is asked. */
export interface Facts {
	sender: Sender;
	selectors: readonly string[];
	known: readonly KnownDomain[];
	mail: OwnMail | null;
	zones: ListZones;
}

export interface Rules {
	contactsMailServers: boolean;
	allowPrivateHosts: boolean;
	now: number;
	rdapServers: (lookup: Lookup) => Promise<RdapServers>;
}

type Finder = (lookup: Lookup) => Promise<Finding>;

/** The checks of a domain; what several need is asked once. */
export function findersOf({ sender, selectors, known, mail, zones }: Facts, rules: Rules, newLookup: () => Lookup) {
	const { domain } = sender;
	let ageDays: number | null = null;
	let hosts: MailHosts | null = null;
	const mailHosts = once(async (lookup: Lookup) => {
		hosts = await findMailHosts(lookup, domain);
		return hosts;
	});
	const dmarc = once((lookup: Lookup) => findDmarc(lookup, domain));
	/** Without mail servers the check is about the domain alone. */
	const hostsOrNone = async (): Promise<MailHosts> => {
		try {
			return await mailHosts(newLookup());
		} catch (cause) {
			if (cause instanceof NoAnswer) return { kind: "none", hosts: [] };
			throw cause;
		}
	};
	const finders: Record<CheckId, Finder> = {
		mx: async (lookup) => {
			const found = await mailHosts(lookup);
			const finding = judgeMx(domain, found, rules);
			return rules.contactsMailServers ? withReachability(lookup, found, finding) : finding;
		},
		spf: async (lookup) => judgeSpf(domain, await readSpfTree(lookup, domain)),
		dkim: async (lookup) => withWayOut(judgeDkim(await readDkimKeys(lookup, domain, selectors))),
		dmarc: async (lookup) => judgeDmarc(domain, await dmarc(lookup)),
		blacklists: async (lookup) => checkBlacklists(lookup, { domain, zones, hosts: (await hostsOrNone()).hosts }),
		"domain-age": async (lookup) => {
			const age = await checkDomainAge(lookup, domain, { serversOf: rules.rdapServers, now: rules.now });
			ageDays = age.days;
			return age;
		},
		"look-alike": async () => checkLookAlike(domain, known),
		provider: async () => checkProvider(domain),
		"own-mail": async () => judgeOwnMail(mail),
		"reverse-dns": async (lookup) => checkReverseDns(lookup, await mailHosts(newLookup())),
		"mta-sts": async (lookup) => checkMtaSts(lookup, domain, await mailHosts(newLookup())),
		"tls-rpt": (lookup) => checkTlsReports(lookup, domain),
		dnssec: (lookup) => checkDnssec(lookup, domain),
		dane: async (lookup) => checkDane(lookup, await mailHosts(newLookup())),
		bimi: async (lookup) => checkBimi(lookup, domain, { dmarc: await dmarc(newLookup()), now: rules.now }),
	};
	return { finders, ageDays: () => ageDays, mailHosts: () => hosts };
}

/** Other keys can exist: a signed message names its own. */
function withWayOut(finding: Finding): Finding {
	if (finding.state !== "not_checked") return finding;
	return { ...finding, detail: `${finding.detail} Analyze a message to be certain.` };
}

/** The first caller's lookup keeps the evidence. */
function once<T>(work: (lookup: Lookup) => Promise<T>): (lookup: Lookup) => Promise<T> {
	let started: Promise<T> | undefined;
	return (lookup) => {
		started ??= work(lookup);
		return started;
	};
}

/** A finding, whatever happens: unanswered questions and lack of time are findings, too. */
export async function findInTime(
	find: () => Promise<Finding>,
	{ lookup, timeout, timeoutMs }: { lookup: Lookup; timeout: AbortSignal; timeoutMs: number },
): Promise<Finding> {
	try {
		return await find();
	} catch (cause) {
		if (cause instanceof NoAnswer)
			return cause.isUnreachable ? notChecked(cause.message) : { state: "error", detail: cause.message };
		if (!lookup.signal.aborted) throw cause;
		if (!timeout.aborted) return notChecked("The analysis was canceled.");
		return { state: "error", detail: `No answer within ${timeoutMs / 1_000} seconds.` };
	}
}
