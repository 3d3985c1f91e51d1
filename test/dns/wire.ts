import { isIPv4, isIPv6 } from "node:net";

/** The DNS message format (RFC 1035 §4), as far as a small server needs it. Names are not compressed. */

export const TYPES = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33 } as const;
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
}

export interface Answer {
	name: string;
	type: RecordType;
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
		limit: udpLimit(message, at + 4),
	};
}

/** From the OPT record, which is the only record after the question in what resolvers send. */
function udpLimit(message: Buffer, at: number): number {
	const hasOpt = message.readUInt16BE(10) > 0 && message.length >= at + 5 && message.readUInt16BE(at + 1) === OPT;
	return hasOpt ? Math.max(512, message.readUInt16BE(at + 3)) : 512;
}

/** @param truncated sets TC: the answers are available over TCP */
export function writeReply(question: Question, rcode: number, answers: readonly Answer[], truncated = false): Buffer {
	const head = Buffer.alloc(HEAD);
	head.writeUInt16BE(question.id, 0);
	// Response, authoritative, and recursion available if desired.
	head.writeUInt16BE(0x8480 | (truncated ? 0x0200 : 0) | (question.recursionDesired ? 0x0100 : 0) | rcode, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt16BE(answers.length, 6);
	return Buffer.concat([head, question.bytes, ...answers.map(writeAnswer)]);
}

function writeAnswer({ name, type, data }: Answer): Buffer {
	const fixed = Buffer.alloc(10);
	fixed.writeUInt16BE(TYPES[type], 0);
	fixed.writeUInt16BE(1, 2);
	// TTL 0: a test may change its zones at any time.
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
