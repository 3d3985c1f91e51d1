import { createHmac } from "node:crypto";
import type { Socket } from "node:net";
import { startTcpServer, type TcpServer } from "../tcp.ts";

/** A small IMAP server (RFC 3501) with an inbox of six messages that does one thing as no other server does. */

export const TEXTS = new Map(
	[1, 2, 3, 4, 5, 6].map((uid) => [
		uid,
		[
			`From: Ann <ann${uid}@example.net>`,
			"To: q@example.org",
			`Subject: message ${uid}`,
			`Date: Mon, 0${uid} Nov 2025 10:00:00 +0000`,
			`Message-ID: <q${uid}@example.net>`,
			"",
			`Body of ${uid}.`,
			"",
		].join("\r\n"),
	]),
);

/** One response of FETCH: what is asked for, by item. */
export type Items = Map<string, string>;

export interface Fetch {
	uids: readonly number[];
	/** As sent, e.g. `(UID BODY.PEEK[])`. */
	query: string;
	/** Texts of messages or headers are asked for. */
	hasText: boolean;
	hasBody: boolean;
}

/** What the server does; absent: what all servers do. */
export interface Quirk {
	capabilities?: string;
	/** Lines of LIST, after `* LIST `. */
	folders?: readonly string[];
	namespace?: string;
	/** Messages of a folder other than the inbox. */
	texts?(folder: string): ReadonlyMap<number, string>;
	/** Answers a command in place of the server: lines, the last without its tag. Null: the server does. */
	answer?(command: string, argument: string, session: Session): readonly string[] | null;
	/** Changes one response of FETCH; null: none is sent. */
	item?(uid: number, items: Items, fetch: Fetch): Items | null;
	/** What is sent after each response of FETCH. */
	after?: readonly string[];
	/** How FETCH ends. @returns null: OK */
	end?(fetch: Fetch): string | null;
	/** Ends the connection at this FETCH. */
	hangsUp?(fetch: Fetch): boolean;
	/** Sign-in with a mechanism, or `LOGIN`: null accepts it. */
	signIn?(mechanism: string, password: string): string | null;
	/** Hangs up after a refused sign-in. */
	hangsUpAfterRefusal?: boolean;
}

export interface Session {
	isIdentified: boolean;
	folder: string;
}

export interface QuirkyImap extends TcpServer {
	host: "127.0.0.1";
	/** Mechanisms that were tried, in order. */
	signIns: string[];
	/** Commands with their arguments, in order. */
	commands: string[];
	/** Behaves in this way from now on. */
	become(quirk: Quirk): void;
}

export const PASSWORD = 'pä ss"\\ö';
const CAPABILITIES = "IMAP4rev1 ID IDLE UIDPLUS NAMESPACE AUTH=PLAIN";
const NOTHING: ReadonlyMap<number, string> = new Map();

export async function startQuirkyImap(first: Quirk): Promise<QuirkyImap> {
	let quirk = first;
	const signIns: string[] = [];
	const commands: string[] = [];
	const server = await startTcpServer((socket) => {
		// Clients may disconnect at any time.
		converse(socket, () => quirk, { signIns, commands }).catch(() => void socket.destroy());
	});
	return {
		host: "127.0.0.1",
		...server,
		signIns,
		commands,
		become(next) {
			quirk = next;
		},
	};
}

interface Log {
	signIns: string[];
	commands: string[];
}

async function converse(socket: Socket, current: () => Quirk, log: Log): Promise<void> {
	const session: Session = { isIdentified: false, folder: "" };
	const send = (line: string): void => void (socket.destroyed || socket.write(`${line}\r\n`));
	socket.on("error", () => socket.destroy());
	send("* OK ready");
	const lines = readLines(socket, send);
	for await (const line of lines) {
		const [, tag = "*", given = "", rest = ""] = /^(\S+) (\S+) ?(.*)$/s.exec(line) ?? [];
		const isUid = given.toUpperCase() === "UID";
		const [, name = given, argument = rest] = isUid ? (/^(\S+) ?(.*)$/s.exec(rest) ?? []) : [];
		const command = name.toUpperCase();
		log.commands.push(`${command} ${argument}`);
		const quirk = current();
		if (command === "ID") session.isIdentified = true;
		if (command === "SELECT" || command === "EXAMINE") session.folder = unquoted(argument);
		const own = quirk.answer?.(command, argument, session);
		if (own) {
			for (const one of own.slice(0, -1)) send(one);
			send(`${tag} ${own.at(-1)}`);
		} else if (command === "LOGIN" || command === "AUTHENTICATE")
			await signIn({ quirk, tag, send, socket, log }, command, argument, lines);
		else if (command === "FETCH") fetch({ quirk, tag, send, socket, session }, argument);
		else if (command === "IDLE") {
			send("+ idling");
			await lines.next();
			send(`${tag} OK done`);
		} else {
			for (const one of common(command, argument, quirk, session)) send(one);
			send(`${tag} OK ${command === "EXAMINE" ? "[READ-ONLY] " : ""}done`);
			if (command === "LOGOUT") socket.end();
		}
	}
}

function textsOf(quirk: Quirk, folder: string): ReadonlyMap<number, string> {
	if (folder.toUpperCase() === "INBOX") return TEXTS;
	return quirk.texts?.(folder) ?? NOTHING;
}

/** Untagged responses. */
function common(command: string, argument: string, quirk: Quirk, session: Session): string[] {
	switch (command) {
		case "CAPABILITY":
			return [`* CAPABILITY ${quirk.capabilities ?? CAPABILITIES}`];
		case "ID":
			return ['* ID ("name" "quirky")'];
		case "NAMESPACE":
			return [`* NAMESPACE ${quirk.namespace ?? '(("" "/")) NIL NIL'}`];
		case "LIST":
		case "LSUB":
			return (quirk.folders ?? ['() "/" INBOX', '() "/" Sent']).map((one) => `* ${command} ${one}`);
		case "STATUS": {
			const name = /^("(?:\\.|[^"])*"|\S+)/.exec(argument)?.[0] ?? "";
			const count = textsOf(quirk, unquoted(name)).size;
			return [`* STATUS ${name} (MESSAGES ${count} UIDNEXT ${count + 1} UIDVALIDITY 77)`];
		}
		case "SELECT":
		case "EXAMINE": {
			const count = textsOf(quirk, session.folder).size;
			const flags = "(\\Seen \\Answered \\Flagged \\Deleted \\Draft)";
			return [
				...[`* ${count} EXISTS`, "* 0 RECENT", `* FLAGS ${flags}`, `* OK [PERMANENTFLAGS ${flags}] fine`],
				...["* OK [UIDVALIDITY 77] fine", `* OK [UIDNEXT ${count + 1}] fine`],
			];
		}
		case "SEARCH": {
			const set = /UID (\S+)/.exec(argument)?.[1] ?? "1:*";
			return [`* SEARCH ${uidsIn(set, textsOf(quirk, session.folder)).join(" ")}`.trimEnd()];
		}
		case "LOGOUT":
			return ["* BYE bye"];
		default:
			return [];
	}
}

interface Answering {
	quirk: Quirk;
	tag: string;
	send(line: string): void;
	socket: Socket;
}

function fetch({ quirk, tag, send, socket, session }: Answering & { session: Session }, argument: string): void {
	const [, set = "", query = ""] = /^(\S+) (.*)$/s.exec(argument) ?? [];
	const texts = textsOf(quirk, session.folder);
	const uids = uidsIn(set, texts);
	const asked: Fetch = { uids, query, hasText: query.includes("BODY"), hasBody: query.includes("BODY.PEEK[]") };
	if (quirk.hangsUp?.(asked)) return void socket.destroy();
	for (const uid of uids) {
		const items =
			quirk.item === undefined ? itemsOf(uid, texts, query) : quirk.item(uid, itemsOf(uid, texts, query), asked);
		if (items === null) continue;
		send(`* ${uid} FETCH (${[...items].map(([name, value]) => `${name} ${value}`).join(" ")})`);
		for (const line of quirk.after ?? []) send(line);
	}
	send(`${tag} ${quirk.end?.(asked) ?? "OK done"}`);
}

function itemsOf(uid: number, texts: ReadonlyMap<number, string>, query: string): Items {
	const text = texts.get(uid) ?? "";
	const items: Items = new Map([["UID", String(uid)]]);
	if (query.includes("FLAGS")) items.set("FLAGS", "()");
	if (query.includes("INTERNALDATE")) items.set("INTERNALDATE", `"0${uid}-Nov-2025 11:00:00 +0000"`);
	if (query.includes("RFC822.SIZE")) items.set("RFC822.SIZE", String(text.length));
	for (const [, section = "", from, length] of query.matchAll(/BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/g)) {
		const whole = section === "" ? text : text.slice(0, text.indexOf("\r\n\r\n") + 4);
		const part = from === undefined ? whole : whole.slice(Number(from), Number(from) + Number(length));
		items.set(`BODY[${section}]${from === undefined ? "" : `<${from}>`}`, `{${part.length}}\r\n${part}`);
	}
	return items;
}

async function signIn(
	{ quirk, tag, send, socket, log }: Answering & { log: Log },
	command: string,
	argument: string,
	lines: AsyncGenerator<string>,
): Promise<void> {
	const mechanism = command === "LOGIN" ? "LOGIN" : `AUTH=${argument.split(" ")[0]?.toUpperCase()}`;
	log.signIns.push(mechanism);
	const ask = async (challenge: string): Promise<string> => {
		send(`+ ${Buffer.from(challenge).toString("base64")}`);
		return Buffer.from(String((await lines.next()).value), "base64").toString();
	};
	let password = "";
	if (mechanism === "LOGIN") password = words(argument)[1] ?? "";
	else if (mechanism === "AUTH=PLAIN")
		password =
			(argument.split(" ")[1] ? Buffer.from(argument.split(" ")[1] ?? "", "base64").toString() : await ask("")).split(
				"\0",
			)[2] ?? "";
	else if (mechanism === "AUTH=LOGIN") {
		await ask("Username:");
		password = await ask("Password:");
	} else if (mechanism === "AUTH=CRAM-MD5") {
		const digest = createHmac("md5", PASSWORD).update("<1@quirky>").digest("hex");
		password = (await ask("<1@quirky>")).endsWith(` ${digest}`) ? PASSWORD : "";
	}
	const refusal =
		quirk.signIn?.(mechanism, password) ?? (password === PASSWORD ? null : "NO [AUTHENTICATIONFAILED] wrong");
	send(`${tag} ${refusal ?? "OK signed in"}`);
	if (refusal !== null && quirk.hangsUpAfterRefusal) socket.end();
}

function uidsIn(set: string, texts: ReadonlyMap<number, string>): number[] {
	const top = Math.max(0, ...texts.keys());
	const ranges = set.split(",").map((part) => part.split(":").map((one) => (one === "*" ? top : Number(one))));
	return [...texts.keys()].filter((uid) =>
		ranges.some(([a = 0, b = a]) => uid >= Math.min(a, b) && uid <= Math.max(a, b)),
	);
}

/** Words and quoted strings. */
function words(argument: string): string[] {
	return [...argument.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/gs)].map(
		([, quoted, word = ""]) => quoted?.replace(/\\(.)/gs, "$1") ?? word,
	);
}

function unquoted(name: string): string {
	return words(name)[0] ?? "";
}

/** Command lines, with literals as quoted strings. */
async function* readLines(socket: Socket, send: (line: string) => void): AsyncGenerator<string> {
	let bytes = Buffer.alloc(0);
	let line = "";
	for await (const chunk of socket) {
		bytes = Buffer.concat([bytes, chunk as Buffer]);
		for (let end = bytes.indexOf("\r\n"); end >= 0; end = bytes.indexOf("\r\n")) {
			const text = bytes.toString("utf8", 0, end);
			const [, length, plus] = /\{(\d+)(\+?)\}$/.exec(text) ?? [];
			if (length === undefined) {
				bytes = bytes.subarray(end + 2);
				yield line + text;
				line = "";
				continue;
			}
			const start = end + 2;
			if (plus === "" && bytes.length === start) send("+ go on");
			if (bytes.length < start + Number(length)) break;
			const literal = bytes.toString("utf8", start, start + Number(length));
			line += `${text.slice(0, text.lastIndexOf("{"))}"${literal.replace(/["\\]/g, "\\$&")}"`;
			bytes = bytes.subarray(start + Number(length));
		}
	}
}
