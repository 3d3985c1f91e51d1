import { connect, type Socket } from "node:net";
import { PassThrough, type Transform } from "node:stream";
import { startTcpServer } from "../tcp.ts";
import { rewriting, spoiling } from "./streams.ts";

/** A fault between a client and its server. */
export interface WireFault {
	/**
	 * cut: the connection ends; stall: it stays open, but that side's bytes are no longer forwarded; drip: they are
	 * forwarded at 50 per second.
	 */
	what: "cut" | "stall" | "drip";
	/** The side whose bytes are affected. */
	from: "client" | "server";
	/** Forward this many bytes first, or everything up to the end of a match. */
	after: number | RegExp;
	/** Which match of a connection, from 1; default: the first. */
	nth?: number;
	/** Number of connections affected; default: one. */
	times?: number;
}

/** Rewrites a server line, without CRLF; null drops it. */
type Rewrite = (line: string) => string | null;

export interface FaultyImap {
	host: "127.0.0.1";
	port: number;
	/** Sets the fault of new connections, replacing earlier ones; null: none. */
	fail(fault: WireFault | null): void;
	/** Rewrites server lines on new connections, including lines within literals; null: stops that. */
	rewrite(change: Rewrite | null): void;
	/** Number of faults injected. */
	faults(): number;
	/** Number of connections made. */
	connections(): number;
	/** Closes all open connections. */
	cutAll(): void;
	close(): Promise<void>;
}

/** A proxy in front of a server that injects faults. Patterns and line rewriting need a connection without TLS. */
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
			const remaining = own === fault ? (own.times ?? 1) : 0;
			if (remaining === 0) return false;
			own.times = remaining - 1;
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
		const serverBytes = change === null ? upstream : upstream.pipe(rewriting(change));
		serverBytes.pipe(spoiled("server")).pipe(client);
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
