/** ManageSieve client (RFC 5804): manages a user's scripts on the mail server, of which at most one is active. */

import type { ConnectionOptions } from "node:tls";
import { openLine, type SieveLine } from "./connection.ts";
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
export async function openSieve(access: SieveAccess, signal: AbortSignal): Promise<SieveClient> {
	const line = await openLine(access.address, access.port, signal);
	try {
		let detail = await greet(line);
		if (access.tls !== null) {
			if (!detail.has("STARTTLS")) throw new SieveError("STARTTLS", "NO-STARTTLS", "");
			await sendCommand(line, "STARTTLS");
			await line.secure(access.tls);
			// The capabilities are sent again after TLS: those received in plaintext may be forged.
			detail = await greet(line);
		}
		if (!(detail.get("SASL") ?? "").toUpperCase().split(/\s+/).includes("PLAIN"))
			throw new SieveError("AUTHENTICATE", "NO-PLAIN", "");
		const plain = Buffer.from(`\0${access.username}\0${access.password}`).toString("base64");
		await sendCommand(line, "AUTHENTICATE", '"PLAIN"', written(plain));
		// Some servers send their extensions only after authentication.
		const able = capabilitiesIn(await sendCommand(line, "CAPABILITY"));
		return clientOn(line, new Set((able.get("SIEVE") ?? "").toLowerCase().split(/\s+/)), able.has("VERSION"));
	} catch (cause) {
		line.close();
		throw cause;
	}
}

function clientOn(line: SieveLine, extensions: ReadonlySet<string>, knowsCheck: boolean): SieveClient {
	return {
		extensions,
		async list() {
			const lines = await sendCommand(line, "LISTSCRIPTS");
			return lines.map(([name, mark]) => ({ name: name?.text ?? "", isActive: /^ACTIVE$/i.test(mark?.text ?? "") }));
		},
		async read(name) {
			const [content] = await sendCommand(line, "GETSCRIPT", written(name));
			return content?.[0]?.text ?? "";
		},
		async check(text) {
			// CHECKSCRIPT came with version 1.0 (RFC 5804 §1.7); older servers check on PUTSCRIPT.
			if (knowsCheck) await sendCommand(line, "CHECKSCRIPT", written(text));
		},
		async put(name, text) {
			await sendCommand(line, "PUTSCRIPT", written(name), written(text));
		},
		async activate(name) {
			await sendCommand(line, "SETACTIVE", written(name ?? ""));
		},
		async remove(name) {
			await sendCommand(line, "DELETESCRIPT", written(name)).catch((cause: unknown) => {
				if (!(cause instanceof SieveError && cause.code === "NONEXISTENT")) throw cause;
			});
		},
		async close() {
			await sendCommand(line, "LOGOUT").catch(() => undefined);
			line.close();
		},
	};
}

async function greet(line: SieveLine): Promise<Map<string, string>> {
	const detail = capabilitiesIn(await answer(line, "the greeting"));
	if (!detail.has("SIEVE")) throw new NoSieve("This is not a ManageSieve server");
	return detail;
}

function capabilitiesIn(lines: Token[][]): Map<string, string> {
	return new Map(lines.map(([name, value]) => [(name?.text ?? "").toUpperCase(), value?.text ?? ""]));
}

async function sendCommand(line: SieveLine, command: string, ...parts: string[]): Promise<Token[][]> {
	line.write(`${[command, ...parts].join(" ")}\r\n`);
	return answer(line, command);
}

/** The lines before OK. @throws SieveError */
async function answer(line: SieveLine, command: string): Promise<Token[][]> {
	const lines: Token[][] = [];
	for (;;) {
		const tokens = await line.read();
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

/** On one line, with bounded length. */
function wordsOf(tokens: Token[]): string {
	const text = tokens.find(({ kind }) => kind === "string")?.text ?? "";
	return text.replace(/\s+/g, " ").trim().slice(0, 300);
}
