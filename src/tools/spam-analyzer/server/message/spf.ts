import type { DnsAnswer, RecordType } from "#kernel/net.ts";
import type { Client } from "./hops.ts";

const RECORDS: ReadonlySet<string> = new Set(["A", "AAAA", "MX", "TXT", "PTR"]);
const MAX_MS = 4_000;

export interface SpfResult {
	/** `pass`, `fail`, `softfail`, `neutral`, `none`, `temperror` or `permerror` (RFC 7208 §2.6). */
	result: string;
	domain: string;
	detail: string;
}

/** Asks the DNS; any outcome. */
type Query = (name: string, type: RecordType) => Promise<DnsAnswer>;

interface SpfInput {
	client: Client;
	/** Of the envelope; empty: a bounce. */
	sender: string;
}

/** Evaluates SPF for the client that delivered a message (RFC 7208 §4). */
export async function evaluateSpf(query: Query, input: SpfInput): Promise<SpfResult> {
	const { client, sender } = input;
	// The library's types name strings only; TXT and MX records are as Node's resolver gives them.
	const resolver = async (name: string, type = "A"): Promise<string[]> => {
		if (!RECORDS.has(type)) throw Object.assign(new Error("Not a type that SPF asks for"), { code: "ENODATA" });
		const answer: DnsAnswer = await query(name, type as RecordType);
		if (answer.outcome === "records") return answer.records.map(({ data }) => data) as string[];
		const codes: Record<string, string> = { nodata: "ENODATA", nxdomain: "ENOTFOUND", "bad-name": "ENOTFOUND" };
		throw Object.assign(new Error(answer.outcome), { code: codes[answer.outcome] ?? "ESERVFAIL" });
	};
	const { spf } = await import("mailauth/lib/spf/index.js");
	const { status, domain } = await spf({
		...{ resolver, ip: client.ip, helo: client.helo, sender, mta: "localhost", strict: true, maxElapsedTime: MAX_MS },
	});
	return { result: status.result, domain: String(domain ?? ""), detail: String(status.comment ?? "") };
}
