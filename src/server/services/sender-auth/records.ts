import { failureText } from "../../mail/domains/records.ts";
import type { DnsAnswer } from "../../platform/net/dns/answer.ts";
import type { RecordData, RecordType } from "../../platform/net/dns/records.ts";

/** A question that got no usable answer: nothing can be decided. */
export class NoAnswer extends Error {
	override name = "NoAnswer";
	/** No server could be reached at all: there is probably no network. */
	readonly isUnreachable: boolean;
	constructor(message: string, isUnreachable = false) {
		super(message);
		this.isUnreachable = isUnreachable;
	}
}

/** Asks one question; any outcome is an answer. */
export type AskDns = <T extends RecordType>(name: string, type: T) => Promise<DnsAnswer<T>>;

/** The records of the DNS, for those who read them. */
export interface Records {
	query: AskDns;
	/** The data of the records; empty when there are none. @throws NoAnswer */
	records<T extends RecordType>(name: string, type: T): Promise<RecordData[T][]>;
	/** TXT records, each as one text (RFC 7208 §3.3). @throws NoAnswer */
	texts(name: string): Promise<string[]>;
}

/** Records that are asked for by a function, which may keep what was asked. */
export function recordsBy(query: AskDns): Records {
	async function records<T extends RecordType>(name: string, type: T): Promise<RecordData[T][]> {
		const answer = await query(name, type);
		if (answer.outcome === "records") return answer.records.map(({ data }) => data);
		if (answer.outcome === "nodata" || answer.outcome === "nxdomain" || answer.outcome === "bad-name") return [];
		throw new NoAnswer(`${name}: ${failureText(answer.outcome)}`, answer.outcome === "unreachable");
	}
	return { query, records, texts: async (name) => (await records(name, "TXT")).map((parts) => parts.join("")) };
}
