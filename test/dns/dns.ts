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
 * `refused`, or `silence` (no response).
 */
export type Zone = { [T in RecordType]?: RecordData[T] | RecordData[T][] } | "servfail" | "refused" | "silence";

export type Zones = Record<string, Zone>;

export interface TestDns {
	/** For DNS_SERVERS. */
	server: string;
	port: number;
	/** Adds or replaces names; null removes a name. */
	set(zones: Record<string, Zone | null>): void;
	/** Queries received, e.g. `MX example.test udp`, in order. */
	asked: string[];
	close(): Promise<void>;
}

/** Maximum length of a CNAME chain. */
const MAX_CHAIN = 8;

/**
 * A small DNS server (RFC 1035) on 127.0.0.1, over UDP and TCP on one port, with a test's zones. Responses that do
 * not fit into a datagram are truncated, so that resolvers retry over TCP.
 */
export async function startDns(zones: Zones = {}): Promise<TestDns> {
	const names = new Map<string, Zone>();
	const asked: string[] = [];
	const set = (more: Record<string, Zone | null>): void => {
		for (const [name, zone] of Object.entries(more))
			if (zone === null) names.delete(name.toLowerCase());
			else names.set(name.toLowerCase(), zone);
	};
	set(zones);
	const answer = (message: Buffer, over: "udp" | "tcp"): Buffer | null => {
		const question = readQuestion(message);
		if (question === null) return null;
		const type = Object.entries(TYPES).find(([, code]) => code === question.type)?.[0] ?? String(question.type);
		asked.push(`${type} ${question.name} ${over}`);
		const reply = replyTo(names, question);
		return reply !== null && over === "udp" && reply.length > question.limit
			? writeReply(question, RCODES.NOERROR, [], true)
			: reply;
	};
	const { udp, tcp, sockets, port } = await listen(answer);
	return {
		server: `127.0.0.1:${port}`,
		port,
		set,
		asked,
		async close() {
			for (const socket of sockets) socket.destroy();
			udp.close();
			tcp.close();
			await Promise.all([once(udp, "close"), once(tcp, "close")]);
		},
	};
}

/** @returns null: send no response */
function replyTo(names: ReadonlyMap<string, Zone>, question: Question): Buffer | null {
	const fault = faultOf(names, question.name);
	if (fault === "silence") return null;
	if (fault !== null) return writeReply(question, fault === "servfail" ? RCODES.SERVFAIL : RCODES.REFUSED, []);
	const answers: Answer[] = [];
	let name = question.name;
	for (let links = 0; links < MAX_CHAIN; links++) {
		const zone = names.get(name);
		if (zone === undefined || typeof zone === "string") break;
		const found = recordsOf(name, zone).filter(({ type }) => TYPES[type] === question.type);
		answers.push(...found);
		if (found.length > 0 || zone.CNAME === undefined) break;
		answers.push(...recordsOf(name, { CNAME: zone.CNAME }));
		name = String(zone.CNAME).toLowerCase();
	}
	const isThere = answers.length > 0 || [...names.keys()].some((one) => one === name || one.endsWith(`.${name}`));
	return writeReply(question, isThere ? RCODES.NOERROR : RCODES.NXDOMAIN, answers);
}

function faultOf(names: ReadonlyMap<string, Zone>, name: string): "servfail" | "refused" | "silence" | null {
	for (let above = name; above !== ""; above = above.split(".").slice(1).join(".")) {
		const zone = names.get(above);
		if (typeof zone === "string") return zone;
	}
	return null;
}

function recordsOf(name: string, zone: Exclude<Zone, string>): Answer[] {
	return (Object.keys(zone) as RecordType[]).flatMap((type) =>
		valuesOf(type, zone[type]).map((value) => ({ name, type, data: writeData(type, value) })),
	);
}

/** One record or several; the data of some types are arrays themselves. */
function valuesOf<T extends RecordType>(type: T, given: unknown): RecordData[T][] {
	if (given === undefined) return [];
	const isList = type === "MX" || type === "SRV" ? Array.isArray((given as unknown[])[0]) : Array.isArray(given);
	return (isList ? given : [given]) as RecordData[T][];
}

interface Listening {
	udp: UdpSocket;
	tcp: Server;
	sockets: Set<Socket>;
	port: number;
}

/** UDP and TCP on the same port, which must be free for both. */
async function listen(answer: (message: Buffer, over: "udp" | "tcp") => Buffer | null): Promise<Listening> {
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
		udp.on("message", (message, from) => {
			const reply = answer(message, "udp");
			if (reply !== null) udp.send(reply, from.port, from.address);
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
function converse(socket: Socket, answer: (message: Buffer) => Buffer | null): void {
	let rest = Buffer.alloc(0);
	socket.on("data", (bytes) => {
		rest = Buffer.concat([rest, bytes]);
		while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
			const end = 2 + rest.readUInt16BE(0);
			const reply = answer(rest.subarray(2, end));
			rest = rest.subarray(end);
			if (reply === null) continue;
			const length = Buffer.alloc(2);
			length.writeUInt16BE(reply.length);
			socket.write(Buffer.concat([length, reply]));
		}
	});
}
