import type { Dns } from "../../platform/net/dns/dns.ts";

export type TxtAnswer = { state: "found"; texts: string[] } | { state: "none" | "no-such-name" | "failed"; texts: [] };

/** How long a lookup took, and who answered. */
export interface Evidence {
	durationMs: number;
	source: string | null;
}

/** The part of an answer that says how it came about. */
export type Sent = Pick<Awaited<ReturnType<Dns["query"]>>, "isCached" | "attempts" | "server">;

/** Of the queries behind one check. Answers from the cache take no time. */
export function evidenceOf(answers: readonly Sent[]): Evidence {
	const sent = answers.filter(({ isCached }) => !isCached);
	const durationMs = sent.reduce(
		(sum, { attempts }) => sum + attempts.reduce((all, one) => all + one.durationMs, 0),
		0,
	);
	return { durationMs, source: answers.find(({ server }) => server !== null)?.server ?? null };
}

/** TXT records of a name, each as one text (RFC 7208 §3.3). */
export async function textRecords(
	dns: Dns,
	name: string,
	signal: AbortSignal | undefined,
): Promise<TxtAnswer & { answer: Sent }> {
	const answer = await dns.query(name, "TXT", signal === undefined ? {} : { signal });
	if (answer.outcome === "records")
		return { state: "found", texts: answer.records.map(({ data }) => data.join("")), answer };
	if (answer.outcome === "nodata") return { state: "none", texts: [], answer };
	if (answer.outcome === "nxdomain") return { state: "no-such-name", texts: [], answer };
	return { state: "failed", texts: [], answer };
}

/** Why a query failed, as text. @param outcome any but `records`, `nodata` and `nxdomain` */
export function failureText(outcome: string): string {
	if (outcome === "timeout") return "The DNS server did not answer in time.";
	if (outcome === "servfail") return "The DNS server reported a failure.";
	if (outcome === "refused") return "The DNS server refused the query.";
	if (outcome === "unreachable") return "No DNS server could be reached.";
	return "The DNS gave no usable answer.";
}
