import { isIPv4, isIPv6 } from "node:net";

/** The DNS message format (RFC 1035 §4), as far as a small server needs it. Names are not compressed. */

export const TYPES = {
	A: 1,
	NS: 2,
	CNAME: 5,
	SOA: 6,
	PTR: 12,
	MX: 15,
	TXT: 16,
	AAAA: 28,
	SRV: 33,
	DS: 43,
	TLSA: 52,
	HTTPS: 65,
	CAA: 257,
} as const;
export type RecordType = keyof typeof TYPES;

export const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** One record's data, by its type. */
export interface RecordData {
	A: string;
	AAAA: string;
	CNAME: string;
	MX: [priority: number, host: string];
	/** Long strings are split into character strings of 255 bytes. */
	TXT: string;
	SRV: [priority: number, weight: number, port: number, target: string];
	NS: string;
	PTR: string;
	/** The last is the time to live of negative answers (RFC 2308 §4). */
	SOA: [
		primary: string,
		mailbox: string,
		serial: number,
		refresh: number,
		retry: number,
		expire: number,
		minimum: number,
	];
	CAA: [flags: number, tag: string, value: string];
	/** The data in hexadecimal. */
	TLSA: [usage: number, selector: number, matching: number, data: string];
	/** The digest in hexadecimal. */
	DS: [keyTag: number, algorithm: number, digestType: number, digest: string];
	/** Parameters by key number, in hexadecimal (RFC 9460 §2.2). */
	HTTPS: [priority: number, target: string, parameters: Record<number, string>];
}

export interface Question {
	id: number;
	recursionDesired: boolean;
	/** Lowercase, without the trailing dot. */
	name: string;
	type: number;
	/** Bytes of the question section, echoed in the response. */
	bytes: Buffer;
	/** Maximum size of a UDP response: 512, or the EDNS limit (RFC 6891). */
	limit: number;
	hasEdns: boolean;
}

export interface Answer {
	name: string;
	type: RecordType;
	/** Seconds. */
	ttl: number;
	data: Buffer;
}

const HEAD = 12;
const OPT = 41;

/** @returns null for messages that are not queries */
export function readQuestion(message: Buffer): Question | null {
	if (message.length < HEAD || message.readUInt16BE(4) !== 1) return null;
	const labels: string[] = [];
	let at = HEAD;
	for (;;) {
		const length = message[at] ?? 0xff;
		if (length > 63 || at + length >= message.length) return null;
		at += 1;
		if (length === 0) break;
		labels.push(message.toString("latin1", at, at + length));
		at += length;
	}
	if (at + 4 > message.length) return null;
	return {
		id: message.readUInt16BE(0),
		recursionDesired: (message.readUInt16BE(2) & 0x0100) !== 0,
		name: labels.join(".").toLowerCase(),
		type: message.readUInt16BE(at),
		bytes: message.subarray(HEAD, at + 4),
		...edns(message, at + 4),
	};
}

/** From the OPT record, which is the only record after the question in what resolvers send. */
function edns(message: Buffer, at: number): { limit: number; hasEdns: boolean } {
	const hasOpt = message.readUInt16BE(10) > 0 && message.length >= at + 5 && message.readUInt16BE(at + 1) === OPT;
	return { limit: hasOpt ? Math.max(512, message.readUInt16BE(at + 3)) : 512, hasEdns: hasOpt };
}

export interface Sections {
	answers?: readonly Answer[];
	authorities?: readonly Answer[];
	/** An extended DNS error (RFC 8914), where the query has EDNS. */
	extendedError?: { code: number; text: string };
	/** Sets TC: the answers are available over TCP. */
	isTruncated?: boolean;
}

export function writeReply(question: Question, rcode: number, sections: Sections = {}): Buffer {
	const { answers = [], authorities = [], extendedError, isTruncated = false } = sections;
	const additionals = extendedError !== undefined && question.hasEdns ? [writeExtendedError(extendedError)] : [];
	const head = Buffer.alloc(HEAD);
	head.writeUInt16BE(question.id, 0);
	// Response, authoritative, and recursion available if desired.
	head.writeUInt16BE(0x8480 | (isTruncated ? 0x0200 : 0) | (question.recursionDesired ? 0x0100 : 0) | rcode, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt16BE(answers.length, 6);
	head.writeUInt16BE(authorities.length, 8);
	head.writeUInt16BE(additionals.length, 10);
	return Buffer.concat([head, question.bytes, ...[...answers, ...authorities].map(writeAnswer), ...additionals]);
}

/** An OPT record with one option. */
function writeExtendedError({ code, text }: { code: number; text: string }): Buffer {
	const info = Buffer.concat([numbers(code), Buffer.from(text)]);
	const option = Buffer.concat([numbers(15, info.length), info]);
	return Buffer.concat([Buffer.of(0), numbers(OPT, 1_232, 0, 0, option.length), option]);
}

function writeAnswer({ name, type, ttl, data }: Answer): Buffer {
	const fixed = Buffer.alloc(10);
	fixed.writeUInt16BE(TYPES[type], 0);
	fixed.writeUInt16BE(1, 2);
	fixed.writeUInt32BE(ttl, 4);
	fixed.writeUInt16BE(data.length, 8);
	return Buffer.concat([writeName(name), fixed, data]);
}

const writers: { [T in RecordType]: (value: RecordData[T]) => Buffer } = {
	A: writeIPv4,
	AAAA: writeIPv6,
	CNAME: writeName,
	MX: ([priority, host]) => Buffer.concat([numbers(priority), writeName(host)]),
	TXT: writeText,
	SRV: ([priority, weight, port, target]) => Buffer.concat([numbers(priority, weight, port), writeName(target)]),
	NS: writeName,
	PTR: writeName,
	SOA([primary, mailbox, ...values]) {
		const times = Buffer.alloc(20);
		values.forEach((value, i) => {
			times.writeUInt32BE(value, i * 4);
		});
		return Buffer.concat([writeName(primary), writeName(mailbox), times]);
	},
	CAA: ([flags, tag, value]) => Buffer.concat([Buffer.of(flags, tag.length), Buffer.from(tag + value)]),
	TLSA: ([usage, selector, matching, data]) =>
		Buffer.concat([Buffer.of(usage, selector, matching), Buffer.from(data, "hex")]),
	DS: ([keyTag, algorithm, digestType, digest]) =>
		Buffer.concat([numbers(keyTag), Buffer.of(algorithm, digestType), Buffer.from(digest, "hex")]),
	HTTPS([priority, target, parameters]) {
		const parts = Object.entries(parameters).map(([key, hex]) => {
			const value = Buffer.from(hex, "hex");
			return Buffer.concat([numbers(Number(key), value.length), value]);
		});
		return Buffer.concat([numbers(priority), writeName(target), ...parts]);
	},
};

export function writeData<T extends RecordType>(type: T, value: RecordData[T]): Buffer {
	return writers[type](value);
}

function numbers(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 2);
	values.forEach((value, i) => {
		bytes.writeUInt16BE(value, i * 2);
	});
	return bytes;
}

/** `.` and the empty name are both the root. */
function writeName(name: string): Buffer {
	const labels = name.split(".").filter(Boolean);
	const parts = labels.map((label) => Buffer.from(String.fromCharCode(label.length) + label, "latin1"));
	return Buffer.concat([...parts, Buffer.of(0)]);
}

function writeText(text: string): Buffer {
	const bytes = Buffer.from(text);
	const parts: Buffer[] = [];
	for (let at = 0; at === 0 || at < bytes.length; at += 255) {
		const part = bytes.subarray(at, at + 255);
		parts.push(Buffer.of(part.length), part);
	}
	return Buffer.concat(parts);
}

function writeIPv4(address: string): Buffer {
	if (!isIPv4(address)) throw new Error(`${address} is no IPv4 address`);
	return Buffer.from(address.split(".").map(Number));
}

function writeIPv6(address: string): Buffer {
	if (!isIPv6(address) || address.includes(".")) throw new Error(`${address} is no plain IPv6 address`);
	const [before = "", after = ""] = address.split("::");
	const head = before.split(":").filter(Boolean);
	const tail = after.split(":").filter(Boolean);
	const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
	return numbers(...[...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16)));
}
