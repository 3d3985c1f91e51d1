import type { DecodedPacket } from "dns-packet";
import type { DnsAnswer, DnsAttempt, DnsOutcome, DnsRecord } from "./answer.ts";
import { type RecordType, readRecordData, wireTypes } from "./records.ts";

/** Longer chains are loops or mistakes. */
const MAX_ALIASES = 16;
/** Upper limits in seconds: of answers (RFC 8767 §4 allows a week), and of negative ones (RFC 2308 §5). */
const MAX_TTL = 24 * 3_600;
const MAX_NEGATIVE_TTL = 3 * 3_600;
/** Seconds for which a failure is repeated instead of asking again (RFC 9520 §3.2: 1 second to 5 minutes). */
export const FAILURE_TTL = 5;

/** Option code of extended DNS errors (RFC 8914 §2). */
const EXTENDED_ERROR = 15;

type Message = DecodedPacket & { rcode?: string };

/** What a response says about the queried name. */
export type Interpreted<T extends RecordType> = Pick<
	DnsAnswer<T>,
	"outcome" | "records" | "aliases" | "rcode" | "isAuthenticated" | "ttl"
>;

const FAILURES: Record<string, DnsOutcome> = { SERVFAIL: "servfail", REFUSED: "refused" };

/** Interprets a response (RFC 1035 §4, RFC 2308 §2). Unreadable records give the outcome `malformed`. */
export function interpret<T extends RecordType>(message: Message, name: string, type: T): Interpreted<T> {
	const rcode = message.rcode ?? "NOERROR";
	const isAuthenticated = message.flag_ad === true;
	const none = { records: [], aliases: [], rcode, isAuthenticated };
	if (rcode !== "NOERROR" && rcode !== "NXDOMAIN")
		return { ...none, outcome: FAILURES[rcode] ?? "error", ttl: FAILURE_TTL };
	const { aliases, owner, ttl: aliasTtl } = followAliases(message, name, type);
	let records: DnsRecord<T>[];
	try {
		records = recordsAt(message, owner, type);
	} catch {
		return { ...none, outcome: "malformed", ttl: FAILURE_TTL };
	}
	if (records.length > 0) {
		const ttl = Math.min(aliasTtl, MAX_TTL, ...records.map((record) => record.ttl));
		return { outcome: "records", records, aliases, rcode, isAuthenticated, ttl };
	}
	const ttl = Math.min(aliasTtl, negativeTtl(message));
	// The code is that of the last name of the chain (RFC 6604 §3).
	return { ...none, aliases, outcome: rcode === "NXDOMAIN" ? "nxdomain" : "nodata", ttl };
}

function followAliases(message: Message, name: string, type: RecordType) {
	const aliases: string[] = [];
	let owner = name.toLowerCase();
	let ttl = MAX_TTL;
	if (type === "CNAME") return { aliases, owner, ttl };
	while (aliases.length < MAX_ALIASES) {
		const alias = (message.answers ?? []).find((one) => one.type === "CNAME" && one.name.toLowerCase() === owner);
		if (alias?.type !== "CNAME") break;
		ttl = Math.min(ttl, alias.ttl ?? 0);
		owner = alias.data.toLowerCase();
		aliases.push(owner);
	}
	return { aliases, owner, ttl };
}

function recordsAt<T extends RecordType>(message: Message, owner: string, type: T): DnsRecord<T>[] {
	return (message.answers ?? []).flatMap((answer) => {
		const { type: found, name, ttl = 0, data } = answer as { type: string; name: string; ttl?: number; data?: unknown };
		if (found !== wireTypes[type] || name.toLowerCase() !== owner) return [];
		return [{ name: name.toLowerCase(), ttl, data: readRecordData(type, data) }];
	});
}

/** RFC 2308 §5: the smaller of the SOA record's TTL and its MINIMUM field; without one the answer is not cached. */
function negativeTtl(message: Message): number {
	const soa = (message.authorities ?? []).find(({ type }) => type === "SOA");
	if (soa?.type !== "SOA") return 0;
	return Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0, MAX_NEGATIVE_TTL);
}

/** RFC 8914: why the resolver failed, e.g. an invalid DNSSEC signature. */
export function extendedErrors(message: Message): DnsAttempt["extendedErrors"] {
	return (message.additionals ?? []).flatMap((record) => {
		if (record.type !== "OPT") return [];
		return record.options.flatMap((option) => {
			const { code, data } = option as { code: number; data?: Buffer };
			if (code !== EXTENDED_ERROR || data === undefined || data.length < 2) return [];
			return [{ code: data.readUInt16BE(0), text: data.toString("utf8", 2) }];
		});
	});
}
