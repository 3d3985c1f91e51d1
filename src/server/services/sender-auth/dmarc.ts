import { type DmarcPolicy, type DmarcRecord, readDmarcRecord } from "./dmarc-record.ts";
import { itemOf, type RecordFinding } from "./finding.ts";
import { NoAnswer, type Records } from "./records.ts";

/** RFC 9989 §4.10: names with more labels are cut to this many. */
const WALKED_LABELS = 7;
/** Report receivers that are asked for their consent. */
const MAX_RECEIVERS = 3;

export interface DmarcFacts {
	/** Null: there is no policy. */
	record: DmarcRecord | null;
	/** Where the record is published. */
	at: string;
	organizationalDomain: string;
	/** What receivers do with mail that fails. */
	policy: DmarcPolicy | null;
	/** Domains that receive reports without having agreed to (RFC 9990 §4). */
	unauthorized: string[];
}

interface Step {
	name: string;
	record: DmarcRecord | null;
}

/** Names that the DNS tree walk asks, first the domain itself (RFC 9989 §4.10). */
export function walkedNames(domain: string): string[] {
	const labels = domain.split(".");
	const names = [domain];
	let rest = labels.length > WALKED_LABELS + 1 ? labels.slice(-WALKED_LABELS) : labels.slice(1);
	for (; rest.length > 0; rest = rest.slice(1)) names.push(rest.join("."));
	return names;
}

/**
 * Finds the DMARC policy of a domain by the DNS tree walk of RFC 9989.
 * @param options.receivers how many receivers of reports are asked whether they agreed
 * @throws NoAnswer
 */
export async function findDmarc(dns: Records, domain: string, { receivers = MAX_RECEIVERS } = {}): Promise<DmarcFacts> {
	const steps: Step[] = [];
	for (const name of walkedNames(domain)) {
		const found = (await dns.texts(`_dmarc.${name}`)).map(readDmarcRecord).filter((record) => record !== null);
		// Several records at one name are all discarded.
		const record = found.length === 1 ? (found[0] ?? null) : null;
		steps.push({ name, record });
		if (record?.psd === "n" || (record?.psd === "y" && name !== domain)) break;
	}
	const organizationalDomain = organizationalDomainOf(domain, steps);
	const chosen = chooseRecord(steps, organizationalDomain);
	if (chosen === null) return { record: null, at: domain, organizationalDomain, policy: null, unauthorized: [] };
	const { name: at, record } = chosen;
	const [policy, unauthorized] = await Promise.all([
		at === domain ? record.policy : inheritedPolicy(dns, domain, record),
		unauthorizedReceivers(dns, { record, at, most: receivers }),
	]);
	// RFC 9989 §4.7: without a valid policy, a record that asks for reports counts as “none”.
	const applied = policy ?? (record.reportsTo.length > 0 ? "none" : null);
	return { record, at, organizationalDomain, policy: applied, unauthorized };
}

/** RFC 9989 §4.10.2 */
function organizationalDomainOf(domain: string, steps: readonly Step[]): string {
	const found = steps.filter(({ record }) => record !== null);
	const declared = found.find(({ record }) => record?.psd === "n");
	if (declared !== undefined) return declared.name;
	const suffix = found.find(({ record, name }) => record?.psd === "y" && name !== domain);
	if (suffix !== undefined) {
		const labels = domain.split(".");
		return labels.slice(-(suffix.name.split(".").length + 1)).join(".");
	}
	return found.at(-1)?.name ?? domain;
}

/** The record of the domain itself, else of its organizational domain, else of the public suffix above. */
function chooseRecord(steps: readonly Step[], organizational: string): { name: string; record: DmarcRecord } | null {
	const of = (name: string | undefined) => steps.find((step) => step.name === name && step.record !== null);
	const suffix = steps.find(({ record }) => record?.psd === "y");
	const { name, record } = of(steps[0]?.name) ?? of(organizational) ?? of(suffix?.name) ?? {};
	return name === undefined || record == null ? null : { name, record };
}

async function inheritedPolicy(dns: Records, domain: string, record: DmarcRecord): Promise<DmarcPolicy | null> {
	const { policy, subdomainPolicy, nonexistentPolicy } = record;
	if (nonexistentPolicy !== null && (await dns.query(domain, "A")).outcome === "nxdomain") return nonexistentPolicy;
	return subdomainPolicy ?? policy;
}

/** RFC 9990 §4: a domain that receives another's reports publishes its consent. */
async function unauthorizedReceivers(
	dns: Records,
	{ record: { reportsTo }, at, most }: { record: DmarcRecord; at: string; most: number },
): Promise<string[]> {
	const domains = [...new Set(reportsTo.map((address) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()))];
	const others = domains.filter((domain) => domain !== at && !domain.endsWith(`.${at}`) && !at.endsWith(`.${domain}`));
	const refused = await Promise.all(
		others.slice(0, most).map(async (domain) => {
			try {
				const texts = await dns.texts(`${at}._report._dmarc.${domain}`);
				return texts.some((text) => /^v\s*=\s*DMARC1/.test(text)) ? [] : [domain];
			} catch (cause) {
				if (cause instanceof NoAnswer) return [];
				throw cause;
			}
		}),
	);
	return refused.flat();
}

/** What the policy is worth. */
export function judgeDmarc(domain: string, facts: DmarcFacts): RecordFinding {
	const { record, at, policy, unauthorized, organizationalDomain } = facts;
	if (record === null)
		return {
			...{ state: "fail", detail: "There is no DMARC policy: anyone can use this domain as a sender." },
			fix: `Publish a TXT record at _dmarc.${domain}: first “v=DMARC1; p=none; rua=mailto:…”, later “p=reject”.`,
		};
	const alignment = `DKIM ${record.dkimAlignment}, SPF ${record.spfAlignment}`;
	const reports = record.reportsTo.join(", ");
	const items = [
		itemOf("Record", "pass", `${record.text} (at _dmarc.${at})`),
		itemOf("Organizational domain", "pass", organizationalDomain),
		itemOf("Alignment", "pass", alignment),
		reports === ""
			? itemOf("Reports", "warn", "Nobody receives aggregate reports.")
			: itemOf("Reports", unauthorized.length > 0 ? "warn" : "pass", reports),
		...unauthorized.map((name) => itemOf(name, "warn", "Has not agreed to receive these reports.")),
	];
	if (policy === null)
		return {
			state: "fail",
			detail: "The DMARC record names no policy.",
			fix: "Add “p=reject” or “p=quarantine”.",
			items,
		};
	if (record.hasPct) items.push(itemOf("pct", "warn", "Is no longer used (RFC 9989)."));
	if (record.isTesting)
		return {
			...{ state: "warn", detail: `The policy “${policy}” is in testing mode (t=y) and not applied.`, items },
			fix: "Remove “t=y” once reports show that your own mail passes.",
		};
	if (policy === "none")
		return {
			...{ state: "warn", detail: "The policy is “none”: mail that fails is delivered all the same.", items },
			fix: "Move to “p=quarantine”, then “p=reject”, once reports show that your own mail passes.",
		};
	const effect = policy === "reject" ? "is refused" : "goes to spam";
	return { state: "pass", detail: `The policy is “${policy}”: mail that fails ${effect}.`, items };
}
