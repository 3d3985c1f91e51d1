import { evidenceOf, findMailHost, type MailHost, type Sent } from "#kernel/domains.ts";
import type { Dns } from "#kernel/net.ts";
import {
	findDmarc,
	isUsable,
	judgeDkim,
	judgeDmarc,
	judgeSpf,
	NoAnswer,
	type RecordFinding,
	type Records,
	readDkimKeys,
	readSpfTree,
	recordsBy,
} from "#kernel/sender-auth.ts";
import type { Check } from "../../contract.ts";

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
		// A domain that accepts no mail is asked no further; one that does not exist has none of them.
		const none = host.state === "domain-not-found" ? false : null;
		return { ...facts, spf: none, dkim: none, hasDmarc: none, checks: [...mailChecks, ...rest] };
	}
	const find = (check: Omit<RecordCheck, "dns" | "signal">) => findRecord({ ...check, dns, signal });
	let hasDmarc: boolean | null = null;
	const records = await Promise.all([
		find({
			name: "spf",
			async find(asked) {
				const tree = await readSpfTree(asked, domain);
				const finding = judgeSpf(domain, tree);
				return finding.state === "pass" ? { ...finding, detail: tree.record ?? finding.detail } : finding;
			},
		}),
		find({
			name: "dkim",
			find: async (asked) => judgeDkim(await readDkimKeys(asked, domain, selectors, { isOneEnough: true })),
		}),
		find({
			name: "dmarc",
			async find(asked) {
				const facts = await findDmarc(asked, domain, { receivers: 0 });
				hasDmarc = facts.record !== null;
				return judgeDmarc(domain, facts);
			},
		}),
	]);
	const [spf, dkim] = records.map(({ isValid }) => isValid);
	const checks = [...mailChecks, ...records.map(({ check }): Check => ({ ...check, checkedAt: at() }))];
	return { ...facts, spf: spf ?? null, dkim: dkim ?? null, hasDmarc, checks };
}

interface RecordCheck {
	name: string;
	dns: Dns;
	signal: AbortSignal | undefined;
	find(asked: Records): Promise<RecordFinding>;
}

/** One kind of record, with how long it took; unanswered questions are a finding, too. */
async function findRecord({ name, dns, signal, find }: RecordCheck) {
	const answers: Sent[] = [];
	const options = signal === undefined ? {} : { signal };
	const asked = recordsBy(async (of, type) => {
		const answer = await dns.query(of, type, options);
		answers.push(answer);
		return answer;
	});
	const finding = await find(asked).catch((cause: unknown): RecordFinding => {
		if (!(cause instanceof NoAnswer)) throw cause;
		return { state: "error", detail: cause.message };
	});
	const state: Check["state"] = finding.state === "not_checked" ? "not-checked" : finding.state;
	return { isValid: isUsable(finding), check: { name, state, detail: finding.detail, ...evidenceOf(answers) } };
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
