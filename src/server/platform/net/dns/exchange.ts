import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { AUTHENTIC_DATA, type DecodedPacket, decode, encode, type Packet, RECURSION_DESIRED } from "dns-packet";
import type { DnsServer } from "./servers.ts";

/** Maximum size of a UDP response that is not fragmented on usual paths (RFC 9715). */
const UDP_BYTES = 1_232;

/** A query and the response of one server. */
export interface Exchange {
	transport: "udp" | "tcp";
	message: DecodedPacket & { rcode?: string };
	/** Size of the response. */
	bytes: number;
}

/** No usable response. */
export class ExchangeFailure extends Error {
	override name = "ExchangeFailure";
	readonly outcome: "timeout" | "unreachable" | "malformed";
	readonly transport: "udp" | "tcp";
	constructor(outcome: ExchangeFailure["outcome"], transport: "udp" | "tcp", cause?: unknown) {
		super(`${transport}: ${outcome}`, { cause });
		this.outcome = outcome;
		this.transport = transport;
	}
}

export interface WireQuestion {
	name: string;
	/** As dns-packet writes it. */
	type: string;
	/** Adds the OPT record (RFC 6891); a few old servers answer FORMERR to it. */
	hasEdns: boolean;
}

/**
 * Sends one query to one server: over UDP, and over TCP when the response is truncated (RFC 7766). Each query has a
 * random id and its own socket, thus a random port (RFC 5452).
 * @param timeoutMs for each transport
 * @throws ExchangeFailure
 */
export async function exchange(server: DnsServer, question: WireQuestion, timeoutMs: number): Promise<Exchange> {
	const id = randomInt(0x1_0000);
	const query = encodeQuery(id, question);
	const accept = (bytes: Buffer, transport: "udp" | "tcp"): Exchange | null => {
		if (bytes.length < 12 || bytes.readUInt16BE(0) !== id) return null;
		let message: DecodedPacket;
		try {
			message = decode(bytes);
		} catch (cause) {
			// A truncated response may end within a record; its header says so.
			if (transport === "udp" && (bytes.readUInt16BE(2) & 0x8200) === 0x8200)
				return { transport, message: { type: "response", flag_tc: true } as DecodedPacket, bytes: bytes.length };
			throw new ExchangeFailure("malformed", transport, cause);
		}
		return isResponseTo(message, question) ? { transport, message, bytes: bytes.length } : null;
	};
	const first = await overUdp(server, query, timeoutMs, (bytes) => accept(bytes, "udp"));
	if (!first.message.flag_tc) return first;
	return overTcp(server, query, timeoutMs, (bytes) => accept(bytes, "tcp"));
}

function encodeQuery(id: number, { name, type, hasEdns }: WireQuestion): Buffer {
	return encode({
		type: "query",
		id,
		// AD in a query asks for the AD bit in the response (RFC 6840 §5.7).
		flags: RECURSION_DESIRED | AUTHENTIC_DATA,
		questions: [{ type, name, class: "IN" }],
		...(hasEdns && {
			additionals: [{ type: "OPT", name: ".", udpPayloadSize: UDP_BYTES, flags: 0, options: [] }],
		}),
	} as unknown as Packet);
}

/** Anything else may be forged, or late. */
function isResponseTo({ type, questions = [] }: DecodedPacket, expected: WireQuestion): boolean {
	if (type !== "response") return false;
	const [question] = questions;
	// Error responses may have no question.
	if (question === undefined) return true;
	return question.name.toLowerCase() === expected.name.toLowerCase() && (question.type as string) === expected.type;
}

type Accept = (bytes: Buffer) => Exchange | null;

function overUdp(server: DnsServer, query: Buffer, timeoutMs: number, accept: Accept): Promise<Exchange> {
	const socket = createSocket(isIPv6(server.address) ? "udp6" : "udp4");
	const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
	const stopTimer = onTimeout(timeoutMs, () => reject(new ExchangeFailure("timeout", "udp")));
	const fail = (cause: unknown): void =>
		reject(cause instanceof ExchangeFailure ? cause : new ExchangeFailure("unreachable", "udp", cause));
	socket.on("error", fail);
	socket.on("message", (bytes) => {
		try {
			const response = accept(bytes);
			if (response !== null) resolve(response);
		} catch (cause) {
			fail(cause);
		}
	});
	// A connected socket receives from this server only, and reports ICMP errors.
	socket.connect(server.port, server.address, () => socket.send(query));
	return promise.finally(() => {
		stopTimer();
		socket.close();
	});
}

/** Over TCP each message is preceded by its length in two bytes (RFC 1035 §4.2.2). */
function overTcp(server: DnsServer, query: Buffer, timeoutMs: number, accept: Accept): Promise<Exchange> {
	const socket = connect({ host: server.address, port: server.port });
	const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
	const stopTimer = onTimeout(timeoutMs, () => reject(new ExchangeFailure("timeout", "tcp")));
	const fail = (cause: unknown): void =>
		reject(cause instanceof ExchangeFailure ? cause : new ExchangeFailure("unreachable", "tcp", cause));
	let arrived = Buffer.alloc(0);
	socket.on("error", fail);
	socket.on("close", () => fail(new Error("The server closed the connection")));
	socket.on("data", (chunk: Buffer) => {
		arrived = Buffer.concat([arrived, chunk]);
		if (arrived.length < 2 || arrived.length < 2 + arrived.readUInt16BE(0)) return;
		try {
			const response = accept(arrived.subarray(2, 2 + arrived.readUInt16BE(0)));
			if (response === null) throw new ExchangeFailure("malformed", "tcp");
			resolve(response);
		} catch (cause) {
			fail(cause);
		}
	});
	const length = Buffer.alloc(2);
	length.writeUInt16BE(query.length);
	socket.write(Buffer.concat([length, query]));
	return promise.finally(() => {
		stopTimer();
		socket.destroy();
	});
}

/**
 * Calls back after a time, but not before what has arrived until then was read: in a busy process timers come first, and a
 * server that answered in time would count as silent.
 * @returns stops it
 */
function onTimeout(timeoutMs: number, callback: () => void): () => void {
	let pending: NodeJS.Immediate | undefined;
	const timer = setTimeout(() => {
		pending = setImmediate(callback);
	}, timeoutMs);
	return () => {
		clearTimeout(timer);
		clearImmediate(pending);
	};
}
