import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import {
	type Answer,
	type Question,
	RCODES,
	type RecordData,
	type RecordType,
	readQuestion,
	TYPES,
	writeData,
	writeReply,
} from "./wire.ts";

/**
 * The data of a name: its records by type, or how the server responds for it and all names below: `servfail`,
 * `bogus` (SERVFAIL for an invalid DNSSEC signature), `refused`, `malformed`, or `silence` (no response). A SOA record
 * makes negative answers at and below the name cacheable. A name that begins with `*.` answers for the names below that have
 * no data of their own (RFC 4592).
 */
export type Zone = Records | Fault;

type Fault = "servfail" | "bogus" | "refused" | "malformed" | "silence";
type Records = { [T in RecordType]?: RecordData[T] | RecordData[T][] } & {
	/** Time to live in seconds; 0 by default: a test may change its zones at any time. */
	TTL?: number;
	/** Responses for this name and those below come so many milliseconds late. */
	DELAY?: number;
	/** Over UDP there are only truncated responses. */
	TCP_ONLY?: true;
};

export type Zones = Record<string, Zone>;

export interface TestDns {
	/** For DNS_SERVERS. */
	server: string;
	port: number;
	/** Adds or replaces names; null removes a name. */
	set(zones: Record<string, Zone | null>): void;
	/** Queries received, e.g. `MX example.test udp`, in order. */
	queries: string[];
	close(): Promise<void>;
}

/** Maximum length of a CNAME chain. */
const MAX_CHAIN = 8;

/**
 * A small DNS server (RFC 1035) on 127.0.0.1, over UDP and TCP on one port, with a test's zones. Responses that do
 * not fit into a datagram are truncated, so that resolvers retry over TCP.
 * @param options.hasEdns false: queries with EDNS are answered with FORMERR, as by old servers
 */
export async function startDns(zones: Zones = {}, { hasEdns = true } = {}): Promise<TestDns> {
	const names = new Map<string, Zone>();
	const queries: string[] = [];
	const set = (more: Record<string, Zone | null>): void => {
		for (const [name, zone] of Object.entries(more))
			if (zone === null) names.delete(name.toLowerCase());
			else names.set(name.toLowerCase(), zone);
	};
	set(zones);
	const answer = (message: Buffer, over: "udp" | "tcp"): Response | null => {
		const question = readQuestion(message);
		if (question === null) return null;
		const type = Object.entries(TYPES).find(([, code]) => code === question.type)?.[0] ?? String(question.type);
		queries.push(`${type} ${question.name} ${over}`);
		const reply = question.hasEdns && !hasEdns ? writeReply(question, RCODES.FORMERR) : replyTo(names, question);
		if (reply === null) return null;
		const isTruncated =
			over === "udp" && (reply.length > question.limit || settingOf(names, question.name, "TCP_ONLY") === true);
		return {
			bytes: isTruncated ? writeReply(question, RCODES.NOERROR, { isTruncated }) : reply,
			delayMs: Number(settingOf(names, question.name, "DELAY") ?? 0),
		};
	};
	const { udp, tcp, sockets, port } = await listen(answer);
	return {
		server: `127.0.0.1:${port}`,
		port,
		set,
		queries,
		async close() {
			for (const socket of sockets) socket.destroy();
			udp.close();
			tcp.close();
			await Promise.all([once(udp, "close"), once(tcp, "close")]);
		},
	};
}

interface Response {
	bytes: Buffer;
	delayMs: number;
}

/** Sends at once, or after the delay. */
function sendLater({ bytes, delayMs }: Response, send: (bytes: Buffer) => void): void {
	if (delayMs === 0) send(bytes);
	else setTimeout(() => send(bytes), delayMs).unref();
}

/** Of the closest name at or above that sets it. */
function settingOf<K extends "DELAY" | "TCP_ONLY">(names: ReadonlyMap<string, Zone>, name: string, key: K) {
	for (let above = name; above !== ""; above = above.split(".").slice(1).join(".")) {
		const zone = names.get(above);
		if (zone !== undefined && typeof zone !== "string" && zone[key] !== undefined) return zone[key];
	}
	return undefined;
}

/** @returns null: send no response */
function replyTo(names: ReadonlyMap<string, Zone>, question: Question): Buffer | null {
	const fault = faultOf(names, question.name);
	if (fault !== null) return failedReply(question, fault);
	const answers: Answer[] = [];
	let name = question.name;
	for (let links = 0; links < MAX_CHAIN; links++) {
		const zone = zoneOf(names, name);
		if (zone === undefined || typeof zone === "string") break;
		const found = recordsOf(name, zone).filter(({ type }) => TYPES[type] === question.type);
		answers.push(...found);
		if (found.length > 0 || zone.CNAME === undefined) break;
		answers.push(...recordsOf(name, { CNAME: zone.CNAME, ...(zone.TTL !== undefined && { TTL: zone.TTL }) }));
		name = String(zone.CNAME).toLowerCase();
	}
	const isThere = answers.length > 0 || [...names.keys()].some((one) => one === name || one.endsWith(`.${name}`));
	const authorities = answers.some(({ type }) => TYPES[type] === question.type) ? [] : soaOf(names, name);
	return writeReply(question, isThere ? RCODES.NOERROR : RCODES.NXDOMAIN, { answers, authorities });
}

/** The data of a name, or of the closest wildcard above. */
function zoneOf(names: ReadonlyMap<string, Zone>, name: string): Zone | undefined {
	if (names.has(name)) return names.get(name);
	for (let above = name.split(".").slice(1).join("."); above !== ""; above = above.split(".").slice(1).join("."))
		if (names.has(`*.${above}`)) return names.get(`*.${above}`);
	return undefined;
}

function failedReply(question: Question, fault: Fault): Buffer | null {
	if (fault === "silence") return null;
	if (fault === "refused") return writeReply(question, RCODES.REFUSED);
	if (fault === "servfail") return writeReply(question, RCODES.SERVFAIL);
	if (fault === "bogus")
		return writeReply(question, RCODES.SERVFAIL, { extendedError: { code: 6, text: "signature expired" } });
	// Announces an answer that is missing.
	const reply = writeReply(question, RCODES.NOERROR);
	reply.writeUInt16BE(1, 6);
	return reply;
}

/** Of the closest zone at or above the name. */
function soaOf(names: ReadonlyMap<string, Zone>, name: string): Answer[] {
	for (let above = name; above !== ""; above = above.split(".").slice(1).join(".")) {
		const zone = names.get(above);
		if (zone !== undefined && typeof zone !== "string" && zone.SOA !== undefined)
			return recordsOf(above, { SOA: zone.SOA, ...(zone.TTL !== undefined && { TTL: zone.TTL }) });
	}
	return [];
}

function faultOf(names: ReadonlyMap<string, Zone>, name: string): Fault | null {
	for (let above = name; above !== ""; above = above.split(".").slice(1).join(".")) {
		const zone = names.get(above);
		if (typeof zone === "string") return zone;
	}
	return null;
}

function recordsOf(name: string, { TTL: ttl = 0, DELAY: _delay, TCP_ONLY: _tcpOnly, ...zone }: Records): Answer[] {
	return (Object.keys(zone) as RecordType[]).flatMap((type) =>
		valuesOf(type, zone[type]).map((value) => ({ name, type, ttl, data: writeData(type, value) })),
	);
}

const TUPLES: ReadonlySet<RecordType> = new Set(["MX", "SRV", "SOA", "CAA", "TLSA", "DS", "HTTPS"]);

/** One record or several; the data of some types are arrays themselves. */
function valuesOf<T extends RecordType>(type: T, given: unknown): RecordData[T][] {
	if (given === undefined) return [];
	const isList = TUPLES.has(type) ? Array.isArray((given as unknown[])[0]) : Array.isArray(given);
	return (isList ? given : [given]) as RecordData[T][];
}

interface Listening {
	udp: UdpSocket;
	tcp: Server;
	sockets: Set<Socket>;
	port: number;
}

/** UDP and TCP on the same port, which must be free for both. */
async function listen(answer: (message: Buffer, over: "udp" | "tcp") => Response | null): Promise<Listening> {
	for (let attempt = 1; ; attempt++) {
		const sockets = new Set<Socket>();
		const tcp = createServer((socket) => {
			sockets.add(socket);
			socket.once("close", () => sockets.delete(socket));
			socket.on("error", () => socket.destroy());
			converse(socket, (message) => answer(message, "tcp"));
		});
		tcp.listen(0, "127.0.0.1");
		await once(tcp, "listening");
		const { port } = tcp.address() as { port: number };
		const udp = createSocket("udp4");
		let isClosed = false;
		udp.once("close", () => {
			isClosed = true;
		});
		udp.on("message", (message, from) => {
			const reply = answer(message, "udp");
			if (reply === null) return;
			sendLater(reply, (bytes) => {
				// A late response may find the server closed.
				if (!isClosed) udp.send(bytes, from.port, from.address);
			});
		});
		try {
			udp.bind(port, "127.0.0.1");
			await once(udp, "listening");
			return { udp, tcp, sockets, port };
		} catch (cause) {
			udp.close();
			tcp.close();
			if (attempt === 10) throw cause;
		}
	}
}

/** Over TCP each message is preceded by its length in two bytes (RFC 1035 §4.2.2). */
function converse(socket: Socket, answer: (message: Buffer) => Response | null): void {
	let rest = Buffer.alloc(0);
	socket.on("data", (bytes) => {
		rest = Buffer.concat([rest, bytes]);
		while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
			const end = 2 + rest.readUInt16BE(0);
			const reply = answer(rest.subarray(2, end));
			rest = rest.subarray(end);
			if (reply === null) continue;
			sendLater(reply, (bytes) => {
				const length = Buffer.alloc(2);
				length.writeUInt16BE(bytes.length);
				if (!socket.destroyed) socket.write(Buffer.concat([length, bytes]));
			});
		}
	});
}
