import { connect, type Socket } from "node:net";
import { PassThrough, type Transform } from "node:stream";
import { startTcpServer } from "../tcp.ts";
import { rewriting, spoiling } from "./streams.ts";

/** What goes wrong on the way between a client and its server. */
export interface WireFault {
	/** cut: the connection ends; stall: it stays, but that side's bytes do not pass any more; drip: they pass 50 a second. */
	what: "cut" | "stall" | "drip";
	/** Whose bytes. */
	from: "client" | "server";
	/** So many of them pass before, or everything up to the end of a match. */
	after: number | RegExp;
	/** Which match of a connection, from 1; without: the first. */
	nth?: number;
	/** On how many connections; without: one, after which all is well again. */
	times?: number;
}

/** What becomes of a line of the server's, which has no CRLF; null leaves it out. */
type Rewrite = (line: string) => string | null;

export interface FaultyImap {
	host: "127.0.0.1";
	port: number;
	/** What goes wrong on connections made from now on, and nothing else any more. */
	fail(fault: WireFault | null): void;
	/** Changes what the server says on connections made from now on; null: nothing. Lines within literals count, too. */
	rewrite(change: Rewrite | null): void;
	/** How often something went wrong. */
	faults(): number;
	/** How many connections were made. */
	connections(): number;
	/** Ends all connections that are open now. */
	cutAll(): void;
	close(): Promise<void>;
}

/** Stands in front of a server and spoils what passes. Patterns and lines need a connection without TLS. */
export async function startFaultyImap(
	target: { host: string; port: number },
	first: WireFault | null = null,
): Promise<FaultyImap> {
	let fault = first === null ? null : { ...first };
	let change: Rewrite | null = null;
	let faults = 0;
	let connections = 0;
	const open = new Set<Socket>();

	function spoiled(side: "client" | "server"): Transform {
		const own = fault;
		if (own?.from !== side) return new PassThrough();
		return spoiling(own, () => {
			const left = own === fault ? (own.times ?? 1) : 0;
			if (left === 0) return false;
			own.times = left - 1;
			faults++;
			return true;
		});
	}

	const server = await startTcpServer((client) => {
		connections++;
		const upstream = connect(target.port, target.host);
		open.add(client);
		const end = (): void => {
			open.delete(client);
			client.destroy();
			upstream.destroy();
		};
		for (const socket of [client, upstream]) for (const event of ["error", "close", "finish"]) socket.on(event, end);
		client.pipe(spoiled("client")).pipe(upstream);
		const said = change === null ? upstream : upstream.pipe(rewriting(change));
		said.pipe(spoiled("server")).pipe(client);
	});
	return {
		host: "127.0.0.1",
		port: server.port,
		fail(next) {
			fault = next === null ? null : { ...next };
		},
		rewrite(next) {
			change = next;
		},
		faults: () => faults,
		connections: () => connections,
		cutAll() {
			for (const socket of open) socket.destroy();
		},
		close: server.close,
	};
}
