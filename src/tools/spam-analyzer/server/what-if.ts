import { AppError } from "#kernel/errors.ts";
import type { DnsAnswer, Net, RecordType } from "#kernel/net.ts";
import type { Check, Report, WhatIf, WhatIfChange } from "../contract.ts";
import type { CheckId } from "../scoring.ts";
import { type AnalysisContext, type AnalysisOptions, subjectOf } from "./analyze.ts";
import { checkOf } from "./checks/finding.ts";
import { findersOf, findInTime } from "./finders.ts";
import { createLookup } from "./lookup.ts";
import { readOwnMail } from "./own-mail.ts";
import { trustOf } from "./score.ts";

/** Checks that read records which a domain's owner can edit; the others stay as they were found. */
const EDITABLE: readonly CheckId[] = [
	"mx",
	"spf",
	"dkim",
	"dmarc",
	"reverse-dns",
	"mta-sts",
	"tls-rpt",
	"dane",
	"bimi",
];

type Options = Pick<AnalysisOptions, "timeoutMs" | "rdapServers" | "signal">;

/**
 * The trust score of an analyzed domain if it had other records.
 * @throws AppError 400 `other-domain`
 */
export async function scoreWith(
	ctx: AnalysisContext,
	ownerId: string,
	report: Report,
	change: WhatIfChange,
	options: Options,
): Promise<WhatIf> {
	const { domain } = report;
	for (const { name } of change.records)
		if (name !== domain && !name.endsWith(`.${domain}`))
			throw new AppError(400, "other-domain", `${name} is not a name of ${domain}.`);
	const timeout = AbortSignal.timeout(options.timeoutMs);
	const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
	const net = changedNet(ctx.net, domain, change);
	const newLookup = () => createLookup({ net, now: ctx.now, signal });
	const sender = subjectOf(report);
	const { mail, selectors } = await readOwnMail(ctx, ownerId, sender);
	const { finders } = findersOf(
		{
			sender,
			selectors: [...selectorsIn(change, domain), ...selectors],
			known: [],
			mail,
			zones: { domains: [], addresses: [] },
		},
		{
			...{ allowPrivateHosts: ctx.config.allowPrivateHosts, now: ctx.now(), rdapServers: options.rdapServers },
			contactsMailServers: false,
		},
		newLookup,
	);
	const checks = await Promise.all(
		report.checks.map(async (check): Promise<Check> => {
			// Servers are not contacted here, so their result counts unless other ones are entered.
			const isKept = check.id === "mx" && !change.records.some(({ type }) => type === "MX");
			if (isKept || !EDITABLE.includes(check.id)) return check;
			const lookup = newLookup();
			const finding = await findInTime(() => finders[check.id](lookup), {
				...{ lookup, timeout, timeoutMs: options.timeoutMs },
			});
			return checkOf(check.id, finding, lookup.evidence.slice());
		}),
	);
	options.signal?.throwIfAborted();
	return { before: report.trust, after: trustOf(checks), checks };
}

/** DKIM selectors among the names that are changed. */
function selectorsIn({ records }: WhatIfChange, domain: string): string[] {
	const suffix = `._domainkey.${domain}`;
	return records.flatMap(({ name }) => (name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : []));
}

/** The network, with these records in place of the published ones. */
function changedNet(net: Net, domain: string, { records, stsPolicy }: WhatIfChange): Pick<Net, "dns" | "http" | "tcp"> {
	const query = async <T extends RecordType>(
		name: string,
		type: T,
		options?: Parameters<Net["dns"]["query"]>[2],
	): Promise<DnsAnswer<T>> => {
		const changed = records.find((record) => record.name === name.toLowerCase() && record.type === type);
		if (changed === undefined) return net.dns.query(name, type, options);
		const data = changed.values.map((value) => (type === "MX" ? mxOf(value) : [value]));
		return {
			...{ name, type, outcome: data.length === 0 ? "nodata" : "records", aliases: [], rcode: "NOERROR" },
			records: data.map((one) => ({ name, ttl: 0, data: one })) as unknown as DnsAnswer<T>["records"],
			...{ isAuthenticated: false, server: null, answeredAt: Date.now(), ttl: 0, isCached: true, attempts: [] },
		};
	};
	const policyUrl = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
	const http: Net["http"] = async (url, request) => {
		if (stsPolicy === null || url !== policyUrl) return net.http(url, request);
		const headers = new Headers({ "content-type": "text/plain" });
		return { status: 200, headers, body: new TextEncoder().encode(stsPolicy), url };
	};
	return { dns: { ...net.dns, query: query as Net["dns"]["query"] }, http, tcp: net.tcp };
}

/** `10 mx.example.com`; without a preference it is 10. */
function mxOf(value: string): { priority: number; exchange: string } {
	const [, priority = "10", exchange = ""] = /^(?:(\d{1,5})\s+)?(\S+)$/.exec(value.trim()) ?? [];
	return { priority: Number(priority), exchange };
}
