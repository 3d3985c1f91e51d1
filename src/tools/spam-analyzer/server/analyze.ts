import { addressOf } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Sender } from "#kernel/own-mail.ts";
import { isUsable } from "#kernel/sender-auth.ts";
import { readSettings } from "#kernel/settings.ts";
import { newId } from "#shared/ids.ts";
import type { Analysis, Check, Report } from "../contract.ts";
import { type CheckId, checkIds } from "../scoring.ts";
import { spamAnalyzerSettings } from "../settings.ts";
import type { RdapServers } from "./checks/domain-age.ts";
import { checkOf, notChecked, OPTIONAL } from "./checks/finding.ts";
import type { MailHosts } from "./checks/mx.ts";
import { type Facts, findersOf, findInTime, type Rules } from "./finders.ts";
import { createLookup, type Lookup } from "./lookup.ts";
import { readKnownDomains, readOwnMail } from "./own-mail.ts";
import { reputationOf, trustOf } from "./score.ts";

/** Time for everything that is asked: half a second remains for storing, and an analysis finishes within five. */
export const ANALYSIS_MS = 4_500;

/** What an analysis needs. */
export type AnalysisContext = Pick<MailContext, "database" | "providers" | "net" | "config" | "now">;

export interface AnalysisOptions {
	/** As entered. */
	subject: string;
	sender: Sender;
	deepAnalysis: boolean;
	checkSpamRisk: boolean;
	/** For everything that is asked. */
	timeoutMs: number;
	rdapServers: (lookup: Lookup) => Promise<RdapServers>;
	signal?: AbortSignal | undefined;
}

const DEEP: ReadonlySet<CheckId> = new Set(["reverse-dns", "mta-sts", "tls-rpt", "dnssec", "dane", "bimi"]);
const SPAM_RISK: ReadonlySet<CheckId> = new Set(["blacklists", "domain-age", "look-alike", "provider", "own-mail"]);

/** Analyzes a sender's domain: all checks at once, each with its evidence, within a time limit. */
export async function analyze(ctx: AnalysisContext, ownerId: string, options: AnalysisOptions): Promise<Report> {
	const { net, now, database } = ctx;
	const { sender, timeoutMs } = options;
	const startedAt = performance.now();
	const timeout = AbortSignal.timeout(timeoutMs);
	const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
	const [{ mail, selectors }, known, lists] = await Promise.all([
		readOwnMail(ctx, ownerId, sender),
		readKnownDomains(database, ownerId),
		readSettings(database, { ownerId }, spamAnalyzerSettings),
	]);
	const zones = { domains: lists.domainLists, addresses: lists.addressLists };
	const facts: Facts = { sender, selectors, known, mail, zones };
	const rules: Rules = {
		...{ allowPrivateHosts: ctx.config.allowPrivateHosts, now: now(), rdapServers: options.rdapServers },
		contactsMailServers: options.deepAnalysis && lists.contactMailServers,
	};
	const run = findersOf(facts, rules, () => createLookup({ net, now, signal }));
	const found = await Promise.all(
		checkIds.map(async (id): Promise<Check> => {
			const isSkipped = (DEEP.has(id) && !options.deepAnalysis) || (SPAM_RISK.has(id) && !options.checkSpamRisk);
			if (isSkipped) return checkOf(id, notChecked("Not part of this analysis."), []);
			const lookup = createLookup({ net, now, signal });
			const finding = await findInTime(() => run.finders[id](lookup), { lookup, timeout, timeoutMs });
			return checkOf(id, finding, lookup.evidence.slice());
		}),
	);
	options.signal?.throwIfAborted();
	const checks = withoutNetwork(found);
	const ageDays = run.ageDays();
	const trust = trustOf(checks);
	const reputation = reputationOf({ checks, ageDays, mail });
	return {
		...{
			id: newId(),
			subject: options.subject,
			domain: sender.domain,
			trust,
			reputation,
			checks,
			ownMail: mail,
			message: null,
		},
		analysis: {
			...summarize(checks, sender.domain, run.mailHosts()),
			...{ trust_score: trust.score, domain_age_days: ageDays, reputation_score: reputation.score },
		},
		analyzedAt: new Date(now()).toISOString(),
		durationMs: Math.round(performance.now() - startedAt),
	};
}

/** When no server answered anything, no check went wrong: nothing could be asked. */
function withoutNetwork(checks: readonly Check[]): Check[] {
	const asked = checks.flatMap(({ evidence }) => evidence);
	const isReachable = asked.length === 0 || asked.some(({ server }) => server !== null);
	return checks.map((check) => {
		if (isReachable || check.state !== "error") return check;
		return checkOf(check.id, notChecked("No server answered. This computer may have no network."), check.evidence);
	});
}

/** The sender that an analysis was about. */
export function subjectOf({ subject, domain }: Pick<Report, "subject" | "domain">): Sender {
	const address = addressOf(subject).toLowerCase();
	return { address: address.includes("@") && !address.startsWith("@") ? address : null, domain };
}

/** The fields of the specification that follow from the checks. */
function summarize(checks: readonly Check[], domain: string, hosts: MailHosts | null) {
	const unknown = { state: "not_checked" } as const;
	const found = (id: CheckId) => checks.find((check) => check.id === id) ?? unknown;
	const state = (id: CheckId) => found(id).state;
	const isKnown = (id: CheckId) => state(id) !== "error" && state(id) !== "not_checked";
	const lists = isKnown("blacklists") ? (state("blacklists") === "fail" ? "listed" : "clean") : null;
	const bad = checks.filter((check) => check.state === "fail" || check.state === "warn");
	// Failures first; within them the order of the checks, which is that of their value.
	const sorted = [...bad.filter((one) => one.state === "fail"), ...bad.filter((one) => one.state === "warn")];
	return {
		domain,
		mx_records: hosts === null || hosts.kind !== "mx" ? [] : hosts.hosts.map(({ name }) => name),
		spf_valid: isUsable(found("spf")),
		dkim_valid: isUsable(found("dkim")),
		blacklist_status: lists,
		risk_factors: sorted.filter(({ fix }) => !fix?.startsWith(OPTIONAL)).map(({ detail }) => detail),
		recommendations: sorted.flatMap(({ fix }) => (fix === null ? [] : [fix])),
	} satisfies Partial<Analysis>;
}
