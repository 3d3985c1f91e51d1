/** ManageSieve client (RFC 5804): manages a user's scripts on the mail server, of which at most one is active. */

import type { ConnectionOptions } from "node:tls";
import { type AnswerLimits, openConnection, type SieveConnection } from "./connection.ts";
import { NoSieve, type Token, written } from "./responses.ts";

/** The server said NO or BYE. */
export class SieveError extends Error {
	override name = "SieveError";
	/** The response code, upper case, such as `QUOTA/MAXSIZE`; empty without one. */
	readonly code: string;
	/** The server's text; for a rejected script, with line numbers. */
	readonly detail: string;
	/** The command sent. */
	readonly command: string;
	constructor(command: string, code: string, detail: string) {
		super(`The ManageSieve server rejected ${command} (${code || "NO"})`);
		this.command = command;
		this.code = code;
		this.detail = detail;
	}
}

export interface SieveScript {
	name: string;
	isActive: boolean;
}

export interface SieveClient {
	/** Sieve extensions, lower case: `fileinto`, `imap4flags`, `include`. */
	extensions: ReadonlySet<string>;
	list(): Promise<SieveScript[]>;
	read(name: string): Promise<string>;
	/** Checks whether the server would accept this script. @throws SieveError */
	check(text: string): Promise<void>;
	/** Creates or replaces a script; a rejected one changes nothing. @throws SieveError */
	put(name: string, text: string): Promise<void>;
	/** @param name null: deactivates the active script */
	activate(name: string | null): Promise<void>;
	/** A missing script is not an error. */
	remove(name: string): Promise<void>;
	close(): Promise<void>;
}

export interface SieveAccess {
	/** An address that may be connected to. */
	address: string;
	port: number;
	/** Null: plaintext, which the user must have chosen. */
	tls: ConnectionOptions | null;
	username: string;
	password: string;
}

/** Connects and signs in with SASL PLAIN (RFC 4616). @throws SieveError, NoSieve, socket errors */
export async function openSieve(access: SieveAccess, signal: AbortSignal, limits?: AnswerLimits): Promise<SieveClient> {
	const connection = await openConnection(access.address, access.port, signal, limits);
	try {
		let detail = await greet(connection);
		if (access.tls !== null) {
			if (!detail.has("STARTTLS")) throw new SieveError("STARTTLS", "NO-STARTTLS", "");
			await sendCommand(connection, "STARTTLS");
			await connection.secure(access.tls);
			// The capabilities are sent again after TLS: those received in plaintext may be forged.
			detail = await greet(connection);
		}
		if (!(detail.get("SASL") ?? "").toUpperCase().split(/\s+/).includes("PLAIN"))
			throw new SieveError("AUTHENTICATE", "NO-PLAIN", "");
		const plain = Buffer.from(`\0${access.username}\0${access.password}`).toString("base64");
		await sendCommand(connection, "AUTHENTICATE", '"PLAIN"', written(plain));
		// Some servers send their extensions only after authentication.
		const able = capabilitiesIn(await sendCommand(connection, "CAPABILITY"));
		return clientOn(connection, new Set((able.get("SIEVE") ?? "").toLowerCase().split(/\s+/)), able.has("VERSION"));
	} catch (cause) {
		connection.close();
		throw cause;
	}
}

function clientOn(connection: SieveConnection, extensions: ReadonlySet<string>, knowsCheck: boolean): SieveClient {
	return {
		extensions,
		async list() {
			const lines = await sendCommand(connection, "LISTSCRIPTS");
			return lines.map(([name, mark]) => ({ name: name?.text ?? "", isActive: /^ACTIVE$/i.test(mark?.text ?? "") }));
		},
		async read(name) {
			const [content] = await sendCommand(connection, "GETSCRIPT", written(name));
			return content?.[0]?.text ?? "";
		},
		async check(text) {
			// CHECKSCRIPT came with version 1.0 (RFC 5804 §1.7); older servers check on PUTSCRIPT.
			if (knowsCheck) await sendCommand(connection, "CHECKSCRIPT", written(text));
		},
		async put(name, text) {
			await sendCommand(connection, "PUTSCRIPT", written(name), written(text));
		},
		async activate(name) {
			await sendCommand(connection, "SETACTIVE", written(name ?? ""));
		},
		async remove(name) {
			await sendCommand(connection, "DELETESCRIPT", written(name)).catch((cause: unknown) => {
				if (!(cause instanceof SieveError && cause.code === "NONEXISTENT")) throw cause;
			});
		},
		async close() {
			await sendCommand(connection, "LOGOUT").catch(() => undefined);
			connection.close();
		},
	};
}

async function greet(connection: SieveConnection): Promise<Map<string, string>> {
	const detail = capabilitiesIn(await answer(connection, "the greeting"));
	if (!detail.has("SIEVE")) throw new NoSieve("This is not a ManageSieve server");
	return detail;
}

function capabilitiesIn(lines: Token[][]): Map<string, string> {
	return new Map(lines.map(([name, value]) => [(name?.text ?? "").toUpperCase(), value?.text ?? ""]));
}

async function sendCommand(connection: SieveConnection, command: string, ...parts: string[]): Promise<Token[][]> {
	connection.write(`${[command, ...parts].join(" ")}\r\n`);
	return answer(connection, command);
}

/** The lines before OK. @throws SieveError */
async function answer(connection: SieveConnection, command: string): Promise<Token[][]> {
	const lines: Token[][] = [];
	for (;;) {
		const tokens = await connection.read();
		const [first, ...rest] = tokens;
		if (first?.kind !== "word") {
			if (first !== undefined) lines.push(tokens);
			continue;
		}
		const word = first.text.toUpperCase();
		if (word === "OK") return lines;
		if (word !== "NO" && word !== "BYE") throw new NoSieve("This is not a ManageSieve server");
		const code =
			rest
				.find(({ kind }) => kind === "code")
				?.text.split(" ")[0]
				?.toUpperCase() ?? "";
		throw new SieveError(command, word === "BYE" && code === "" ? "BYE" : code, wordsOf(rest));
	}
}

/** On one connection, with bounded length. */
function wordsOf(tokens: Token[]): string {
	const text = tokens.find(({ kind }) => kind === "string")?.text ?? "";
	return text.replace(/\s+/g, " ").trim().slice(0, 300);
}
