import { readSvcb, type SvcbData } from "./svcb.ts";

/** Data of a record by its type; shaped as by Node's `dns` module where that knows the type. */
export interface RecordData {
	A: string;
	AAAA: string;
	CNAME: string;
	NS: string;
	PTR: string;
	MX: { priority: number; exchange: string };
	/** Character strings (RFC 1035 §3.3.14). */
	TXT: string[];
	SRV: { priority: number; weight: number; port: number; name: string };
	/** `minttl` in seconds: the limit of negative answers (RFC 2308 §4). */
	SOA: {
		nsname: string;
		hostmaster: string;
		serial: number;
		refresh: number;
		retry: number;
		expire: number;
		minttl: number;
	};
	/** RFC 8659. */
	CAA: { critical: boolean; tag: string; value: string };
	/** RFC 6698 §2.1; `data` in hexadecimal. */
	TLSA: { certUsage: number; selector: number; match: number; data: string };
	/** RFC 4034 §5.1; `digest` in hexadecimal. */
	DS: { keyTag: number; algorithm: number; digestType: number; digest: string };
	/** RFC 9460. */
	HTTPS: SvcbData;
}

export type RecordType = keyof RecordData;

/** Type names as dns-packet writes them; it has no name for HTTPS. */
export const wireTypes: Record<RecordType, string> = {
	A: "A",
	AAAA: "AAAA",
	CNAME: "CNAME",
	NS: "NS",
	PTR: "PTR",
	MX: "MX",
	TXT: "TXT",
	SRV: "SRV",
	SOA: "SOA",
	CAA: "CAA",
	TLSA: "TLSA",
	DS: "DS",
	HTTPS: "UNKNOWN_65",
};

type Fields = Record<string, unknown>;

const readers: { [T in RecordType]: (data: unknown) => RecordData[T] } = {
	A: String,
	AAAA: String,
	CNAME: nameOf,
	NS: nameOf,
	PTR: nameOf,
	MX(data) {
		const { preference, exchange } = data as Fields;
		return { priority: Number(preference), exchange: nameOf(exchange) };
	},
	TXT: (data) => [data].flat().map((part) => (part as Buffer).toString()),
	SRV(data) {
		const { priority, weight, port, target } = data as Fields;
		return { priority: Number(priority), weight: Number(weight), port: Number(port), name: nameOf(target) };
	},
	SOA(data) {
		const { mname, rname, serial, refresh, retry, expire, minimum } = data as Fields;
		return {
			nsname: nameOf(mname),
			hostmaster: nameOf(rname),
			serial: Number(serial),
			refresh: Number(refresh),
			retry: Number(retry),
			expire: Number(expire),
			minttl: Number(minimum),
		};
	},
	CAA(data) {
		const { flags, tag, value } = data as Fields;
		return { critical: (Number(flags) & 0x80) !== 0, tag: String(tag).toLowerCase(), value: String(value) };
	},
	TLSA(data) {
		const { usage, selector, matchingType, certificate } = data as Fields;
		return {
			certUsage: Number(usage),
			selector: Number(selector),
			match: Number(matchingType),
			data: (certificate as Buffer).toString("hex"),
		};
	},
	DS(data) {
		const { keyTag, algorithm, digestType, digest } = data as Fields;
		return {
			keyTag: Number(keyTag),
			algorithm: Number(algorithm),
			digestType: Number(digestType),
			digest: (digest as Buffer).toString("hex"),
		};
	},
	HTTPS: (data) => readSvcb(data as Buffer),
};

/** The data of a decoded record. @throws RangeError when it is malformed */
export function readRecordData<T extends RecordType>(type: T, data: unknown): RecordData[T] {
	return readers[type](data);
}

/** Empty for the root, the name "." that declares the absence of a service (RFC 2782, RFC 7505). */
function nameOf(data: unknown): string {
	return data === "." ? "" : String(data);
}
