import type { Report, WhatIfChange } from "../../contract.ts";

/** The records that can be edited; `dkim` is a new key. */
export const recordIds = ["spf", "dmarc", "dkim", "mta-sts", "tls-rpt", "mx"] as const;
export type RecordId = (typeof recordIds)[number];

/** Values as edited: TXT records as one line, MX records one a line; empty: no record. */
export type Records = Record<RecordId | "sts-policy", string>;

/** Where a record is published. */
export function nameOf(id: RecordId, domain: string, selector: string): string {
	const names: Record<RecordId, string> = {
		spf: domain,
		dmarc: `_dmarc.${domain}`,
		dkim: `${selector}._domainkey.${domain}`,
		"mta-sts": `_mta-sts.${domain}`,
		"tls-rpt": `_smtp._tls.${domain}`,
		mx: domain,
	};
	return names[id];
}

const isRecord: Partial<Record<RecordId, RegExp>> = {
	spf: /^v=spf1(?: |$)/i,
	dmarc: /^v\s*=\s*DMARC1/,
	"mta-sts": /^v=STSv1/,
	"tls-rpt": /^v=TLSRPTv1/,
};

/** The published records, from the evidence of an analysis. */
export function publishedIn({ checks, domain }: Pick<Report, "checks" | "domain">): Records {
	const answers = (question: string): readonly string[] =>
		checks.flatMap(({ evidence }) => evidence).find((entry) => entry.question === question)?.answers ?? [];
	const text = (id: RecordId): string =>
		answers(`TXT ${nameOf(id, domain, "")}`).find((answer) => isRecord[id]?.test(answer)) ?? "";
	const policy = answers(`GET https://mta-sts.${domain}/.well-known/mta-sts.txt`);
	return {
		...{ spf: text("spf"), dmarc: text("dmarc"), dkim: "", "mta-sts": text("mta-sts"), "tls-rpt": text("tls-rpt") },
		mx: answers(`MX ${domain}`)
			.filter((answer) => /^\d+ \S/.test(answer))
			.join("\n"),
		"sts-policy": policy[0] === "HTTP 200" ? (policy[1] ?? "") : "",
	};
}

/** What differs from the published records, as the server wants it. */
export function changeOf(published: Records, edited: Records, domain: string, selector: string): WhatIfChange {
	const changed = recordIds.filter((id) => edited[id].trim() !== published[id].trim());
	return {
		records: changed.map((id) => ({
			name: nameOf(id, domain, selector),
			type: id === "mx" ? ("MX" as const) : ("TXT" as const),
			values: (id === "mx" ? edited[id].split("\n") : [edited[id]]).map((value) => value.trim()).filter(Boolean),
		})),
		stsPolicy: edited["sts-policy"] === published["sts-policy"] ? null : edited["sts-policy"],
	};
}
