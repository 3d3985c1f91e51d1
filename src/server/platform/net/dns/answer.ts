import type { RecordData, RecordType } from "./records.ts";

/**
 * What a query established. `records`: the name has records of this type. `nodata`: the name exists, without such records.
 * `nxdomain`: the name does not exist (RFC 8020: nor does any below it). All others say nothing about the name:
 * `servfail` (also a failed DNSSEC validation), `refused`, `error` (another response code), `malformed` (an unreadable
 * response), `timeout` (none), `unreachable` (a network error), `bad-name` (not a name that can be looked up).
 */
export type DnsOutcome =
	| "records"
	| "nodata"
	| "nxdomain"
	| "servfail"
	| "refused"
	| "error"
	| "malformed"
	| "timeout"
	| "unreachable"
	| "bad-name";

/** One query to one server. */
export interface DnsAttempt {
	server: string;
	transport: "udp" | "tcp";
	outcome: DnsOutcome;
	/** Response code, e.g. `NOERROR` or `SERVFAIL`; null without a response. */
	rcode: string | null;
	/** Extended DNS errors (RFC 8914), e.g. 6 for an invalid DNSSEC signature. */
	extendedErrors: { code: number; text: string }[];
	durationMs: number;
}

export interface DnsRecord<T extends RecordType> {
	/** Owner name, which differs from the queried name after CNAMEs. */
	name: string;
	/** Seconds. */
	ttl: number;
	data: RecordData[T];
}

/** An answer with its evidence. */
export interface DnsAnswer<T extends RecordType = RecordType> {
	name: string;
	type: T;
	outcome: DnsOutcome;
	records: DnsRecord<T>[];
	/** Names that CNAME records led to, in order (RFC 1034 §3.6.2). */
	aliases: string[];
	rcode: string | null;
	/** The resolver reports a valid DNSSEC signature (AD bit, RFC 6840 §5.8). Trust it only over a trusted path. */
	isAuthenticated: boolean;
	/** The server that gave this answer; null when none responded. */
	server: string | null;
	/** Epoch milliseconds of the response, also when the answer comes from the cache. */
	answeredAt: number;
	/** Seconds for which the answer is valid, counted from `answeredAt`. */
	ttl: number;
	isCached: boolean;
	/** All queries that were sent, in order. */
	attempts: DnsAttempt[];
}

/** Whether the answer says something about the name, as opposed to a failed query. */
export function isConclusive({ outcome }: Pick<DnsAnswer, "outcome">): boolean {
	return outcome === "records" || outcome === "nodata" || outcome === "nxdomain";
}

/** A query that says nothing about the name (SERVFAIL, REFUSED, timeout …): a retry may succeed. */
export class DnsFailure extends Error {
	override name = "DnsFailure";
	/** The evidence, where a query was sent. */
	readonly answer: DnsAnswer | null;
	constructor(message: string, answer: DnsAnswer | null = null) {
		super(message);
		this.answer = answer;
	}
}
