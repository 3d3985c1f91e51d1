import { connect as connectPlain, type Socket } from "node:net";
import { abortable } from "#shared/abortable.ts";
import { AppError } from "../../errors.ts";
import type { Slots } from "../slots/slots.ts";
import { type AddressRules, isAllowed, resolvePublic } from "./address-guard.ts";
import { type TcpConnection, type TcpLimits, tcpConnection } from "./tcp-connection.ts";
import type { TlsOptions } from "./tls.ts";

export interface TcpRequest extends Partial<TcpLimits> {
	/** Implicit TLS; for STARTTLS call `startTls` of the connection instead. */
	tls?: TlsOptions;
	/** Milliseconds to connect, per address. */
	connectMs?: number;
	/** Milliseconds from the call to the end of the connection. */
	totalMs?: number;
	/** Limits per host instead of the process-wide ones; the slot is used until the connection is closed. */
	slots?: Slots;
	signal?: AbortSignal;
}

/** Connects to a host and port that mail or a user named. Close the connection. */
export type GuardedTcp = (host: string, port: number, request?: TcpRequest) => Promise<TcpConnection>;

const CONNECT_MS = 10_000;
const TOTAL_MS = 120_000;
const LIMITS: TcpLimits = { silenceMs: 30_000, maxBytes: 1024 * 1024 };

/** Another address of the host may work; a host that was reached is not tried again. */
const UNREACHABLE = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EADDRNOTAVAIL"]);

/**
 * A TCP and TLS client that reaches only the public internet (SSRF protection): the name is resolved once and the
 * connection goes to a checked address, so that DNS rebinding has no effect.
 * Throws AppError with the codes `host-not-allowed`, `unreachable`, `connection-refused`, `connection-closed`, `timed-out`,
 * `tls-failed` and `too-large`, or the reason of `signal`.
 * @param slots limits concurrent connections, in total and per host
 */
export function createGuardedTcp(rules: AddressRules, slots: Slots): GuardedTcp {
	return async (host, port, request = {}) => {
		const timeout = AbortSignal.timeout(request.totalMs ?? TOTAL_MS);
		const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
		const release = await (request.slots ?? slots).acquire(host.toLowerCase(), signal).catch((cause: unknown) => {
			throw reasonOf(cause, host, timeout);
		});
		try {
			const addresses = await abortable(resolvePublic(host, rules), signal);
			const socket = await connectAny(
				addresses.map(({ address }) => address),
				port,
				request.connectMs ?? CONNECT_MS,
				signal,
			);
			// Ports may be forwarded: the address that the socket reports counts.
			if (!isAllowed(socket.remoteAddress ?? "", rules)) {
				socket.destroy();
				throw new AppError(400, "host-not-allowed", "The connection did not go to the public internet.");
			}
			const { silenceMs = LIMITS.silenceMs, maxBytes = LIMITS.maxBytes } = request;
			const connection = tcpConnection(socket, { host, limits: { silenceMs, maxBytes }, signal, onClose: release });
			if (request.tls !== undefined) await connection.startTls(request.tls);
			return connection;
		} catch (cause) {
			release();
			throw reasonOf(cause, host, timeout);
		}
	};
}

async function connectAny(
	addresses: readonly string[],
	port: number,
	connectMs: number,
	signal: AbortSignal,
): Promise<Socket> {
	let failure: unknown;
	for (const address of addresses) {
		try {
			return await connectOne(address, port, connectMs, signal);
		} catch (cause) {
			signal.throwIfAborted();
			failure = cause;
			if (!UNREACHABLE.has((cause as NodeJS.ErrnoException).code ?? "")) break;
		}
	}
	throw failure;
}

function connectOne(address: string, port: number, connectMs: number, signal: AbortSignal): Promise<Socket> {
	signal.throwIfAborted();
	return new Promise((resolve, reject) => {
		const socket = connectPlain({ host: address, port, timeout: connectMs });
		const end = (cause?: unknown): void => {
			signal.removeEventListener("abort", stop);
			for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
			socket.setTimeout(0);
			if (cause === undefined) {
				resolve(socket);
				return;
			}
			socket.on("error", () => undefined);
			socket.destroy();
			reject(cause);
		};
		const stop = (): void => end(signal.reason);
		const listeners = {
			connect: () => end(),
			error: end,
			timeout: () => end(Object.assign(new Error("No answer"), { code: "ETIMEDOUT" })),
		};
		signal.addEventListener("abort", stop, { once: true });
		for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
	});
}

function reasonOf(cause: unknown, host: string, timeout: AbortSignal): unknown {
	if (cause instanceof AppError) return cause;
	const { code } = cause as NodeJS.ErrnoException;
	if (code === "ETIMEDOUT" || (timeout.aborted && cause === timeout.reason))
		return new AppError(504, "timed-out", `${host} didn't respond in time.`, { cause });
	if (code === "ECONNREFUSED")
		return new AppError(502, "connection-refused", `${host} refused the connection.`, { cause });
	if (typeof code === "string") return new AppError(502, "unreachable", `${host} couldn't be reached.`, { cause });
	return cause;
}
