import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** The protocol detected at a port. */
export type ServerType = "imap" | "smtp" | "pop3" | "http" | "other" | "silent" | "unreachable";

/** Bytes needed to identify a protocol. */
const ENOUGH = 512;

const GREETINGS: readonly (readonly [ServerType, RegExp])[] = [
	["imap", /^\* (OK|PREAUTH|BYE)\b/i],
	["smtp", /^[245]\d\d[ -]/],
	["pop3", /^\+OK/],
	["http", /^HTTP\/|<html|<!doctype/i],
];

/**
 * Detects the protocol at a port. No secrets are sent, so certificates are not verified.
 * @param how.isTls whether to use implicit TLS
 * @param how.waitMs milliseconds to wait for a greeting, and again for a response
 */
export async function detectServer(
	address: string,
	port: number,
	{ isTls, waitMs, signal }: { isTls: boolean; waitMs: number; signal: AbortSignal },
): Promise<ServerType> {
	const socket = isTls
		? connectTls({ host: address, port, rejectUnauthorized: false })
		: connectPlain({ host: address, port });
	try {
		if (!(await opened(socket, isTls ? "secureConnect" : "connect", waitMs, signal))) return "unreachable";
		const greeting = await heard(socket, waitMs, signal);
		if (greeting !== "") return serverTypeOf(greeting);
		// HTTP servers speak only after a request.
		socket.write("x CAPABILITY\r\n\r\n");
		const answer = await heard(socket, waitMs, signal);
		return answer === "" ? "silent" : serverTypeOf(answer);
	} finally {
		socket.destroy();
	}
}

function serverTypeOf(detail: string): ServerType {
	return GREETINGS.find(([, pattern]) => pattern.test(detail))?.[0] ?? "other";
}

function opened(
	socket: Socket,
	event: "connect" | "secureConnect",
	waitMs: number,
	signal: AbortSignal,
): Promise<boolean> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve(false), waitMs);
		const end = (isOpen: boolean) => (): void => {
			clearTimeout(timer);
			resolve(isOpen);
		};
		socket.once(event, end(true));
		// Also handles errors that occur later.
		socket.on("error", end(false));
		signal.addEventListener("abort", end(false), { once: true });
	});
}

/** @returns the first bytes as text; empty on timeout */
function heard(socket: Socket, waitMs: number, signal: AbortSignal): Promise<string> {
	return new Promise((resolve) => {
		let detail = "";
		const end = (): void => {
			clearTimeout(timer);
			socket.off("data", onData);
			resolve(detail);
		};
		const onData = (chunk: Buffer): void => {
			detail += chunk.toString("latin1");
			if (detail.includes("\n") || detail.length >= ENOUGH) end();
		};
		const timer = setTimeout(end, waitMs);
		socket.on("data", onData);
		socket.once("close", end);
		signal.addEventListener("abort", end, { once: true });
	});
}
