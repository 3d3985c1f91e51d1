import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { startTcpServer, type TcpServer } from "./tcp.ts";

/** A message: it is in All Mail, Spam or Trash, and appears in the folders of its labels. */
export interface GmailMessage {
	number: number;
	location: keyof typeof PLACES;
	uid: number;
	labels: Set<string>;
	flags: Set<string>;
	modseq: number;
}

export interface GmailImap extends TcpServer {
	messages: GmailMessage[];
	/** Adds a message to All Mail. */
	add(...labels: string[]): GmailMessage;
	/** Marks a message as read, as another client does. */
	markSeen(message: GmailMessage): void;
}

const PLACES = { all: "[Gmail]/Alle Nachrichten", spam: "[Gmail]/Spam", trash: "[Gmail]/Papierkorb" } as const;

const FOLDERS = [
	'(\\HasNoChildren) "/" "INBOX"',
	'(\\HasChildren \\Noselect) "/" "[Gmail]"',
	`(\\All \\HasNoChildren) "/" "${PLACES.all}"`,
	'(\\Drafts \\HasNoChildren) "/" "[Gmail]/Entw&APw-rfe"',
	'(\\HasNoChildren \\Sent) "/" "[Gmail]/Gesendet"',
	`(\\HasNoChildren \\Junk) "/" "${PLACES.spam}"`,
	`(\\HasNoChildren \\Trash) "/" "${PLACES.trash}"`,
	'(\\Flagged \\HasNoChildren) "/" "[Gmail]/Markiert"',
	'(\\HasNoChildren) "/" "Arbeit"',
];

/**
 * An IMAP server with Gmail's storage model and extensions, as far as the product uses them.
 * https://developers.google.com/workspace/gmail/imap/imap-extensions
 */
export async function startGmailImap(): Promise<GmailImap> {
	const messages: GmailMessage[] = [];
	const next = { all: 1, spam: 1, trash: 1 };
	let modseq = 1;

	function put(message: GmailMessage, location: GmailMessage["location"]): number {
		Object.assign(message, { location, uid: next[location]++, modseq: ++modseq });
		return message.uid;
	}

	function serve(socket: Socket): void {
		let location: GmailMessage["location"] = "all";
		const send = (line: string): void => void socket.write(`${line}\r\n`, "latin1");
		const here = (): GmailMessage[] =>
			messages.filter((message) => message.location === location).sort((a, b) => a.uid - b.uid);
		const named = (set: string): GmailMessage[] =>
			here().filter(({ uid }) =>
				set.split(",").some((part) => {
					const [from = 0, to = from] = part.split(":").map(Number);
					return uid >= from && uid <= to;
				}),
			);
		const locationOf = (name = ""): GmailMessage["location"] | undefined =>
			(Object.keys(PLACES) as GmailMessage["location"][]).find((key) => PLACES[key] === name.replace(/"/g, ""));
		const labelsIn = (list = ""): string[] =>
			[...list.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s()]+)/g)].map(([, quoted, bare]) =>
				(quoted ?? bare ?? "").replace(/\\(["\\])/g, "$1"),
			);

		const commands: Record<string, (rest: string) => string | undefined> = {
			list() {
				for (const folder of FOLDERS) send(`* LIST ${folder}`);
				return undefined;
			},
			namespace() {
				send('* NAMESPACE (("" "/")) NIL NIL');
				return undefined;
			},
			enable() {
				send("* ENABLED CONDSTORE");
				return undefined;
			},
			status(rest) {
				const [, name = ""] = /^("[^"]*"|\S+)/.exec(rest) ?? [];
				const key = locationOf(name);
				if (key === undefined) return;
				const count = messages.filter((message) => message.location === key).length;
				send(
					`* STATUS ${name} (MESSAGES ${count} UIDNEXT ${next[key]} UIDVALIDITY 1${key.length} HIGHESTMODSEQ ${modseq})`,
				);
			},
			select(rest) {
				location = locationOf(rest) ?? "all";
				send(`* ${here().length} EXISTS`);
				send(`* OK [UIDVALIDITY 1${location.length}]`);
				send(`* OK [UIDNEXT ${next[location]}]`);
				send(`* OK [HIGHESTMODSEQ ${modseq}]`);
			},
			"uid search"(rest) {
				const [, number] = /X-GM-MSGID (\d+)/.exec(rest) ?? [];
				const [, set = "1:4294967295"] = /UID ([\d:,]+)/.exec(rest) ?? [];
				const found = number === undefined ? named(set) : here().filter((message) => String(message.number) === number);
				send(`* SEARCH ${found.map(({ uid }) => uid).join(" ")}`);
			},
			"uid fetch"(rest) {
				const since = Number(/CHANGEDSINCE (\d+)/.exec(rest)?.[1] ?? 0);
				for (const message of named(rest.split(" ")[0] ?? "").filter((one) => one.modseq > since)) {
					const header = `Subject: number ${message.number}\r\n\r\n`;
					const body = rest.includes("HEADER") ? ` BODY[HEADER]<0> {${header.length}}\r\n${header}` : "";
					const labels = [...message.labels].map((label) => `"${label.replace(/["\\]/g, "\\$&")}"`).join(" ");
					send(
						`* ${here().indexOf(message) + 1} FETCH (X-GM-MSGID ${message.number} X-GM-LABELS (${labels}) UID ${message.uid} FLAGS (${[...message.flags].join(" ")}) RFC822.SIZE 99 MODSEQ (${message.modseq})${body})`,
					);
				}
			},
			"uid store"(rest) {
				const [, set = "", sign = "", what = "", list] = /^(\S+) ([+-])(\S+) \((.*)\)$/.exec(rest) ?? [];
				for (const message of named(set)) {
					const target = what.startsWith("X-GM-LABELS") ? message.labels : message.flags;
					for (const name of labelsIn(list)) {
						if (sign === "+") target.add(name);
						else target.delete(name);
					}
					message.modseq = ++modseq;
				}
			},
			"uid move"(rest) {
				const [set = ""] = rest.split(" ");
				const target = locationOf(rest.slice(set.length + 1)) ?? "all";
				const moved = named(set);
				const before = moved.map(({ uid }) => uid);
				const after = moved.map((message) => put(message, target));
				return `[COPYUID 1${target.length} ${before.join(",")} ${after.join(",")}] `;
			},
			"uid expunge"(rest) {
				for (const message of named(rest))
					if (message.flags.has("\\Deleted")) messages.splice(messages.indexOf(message), 1);
			},
		};

		socket.setNoDelay(true);
		send("* OK Gimap ready");
		const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
		lines.on("error", () => {});
		lines.on("line", (line) => {
			const [, tag = "*", name = "", rest = ""] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
			const command = name.toLowerCase().replace("examine", "select");
			if (command === "capability")
				send("* CAPABILITY IMAP4rev1 X-GM-EXT-1 UIDPLUS MOVE CONDSTORE ENABLE NAMESPACE SPECIAL-USE CHILDREN");
			const code = commands[command]?.(rest) ?? "";
			send(`${tag} OK ${code}Done`);
			if (command === "logout") socket.end();
		});
	}

	const server = await startTcpServer(serve);
	return {
		...server,
		messages,
		add(...labels) {
			const message: GmailMessage = {
				number: 1000 + messages.length,
				location: "all",
				uid: 0,
				labels: new Set(labels),
				flags: new Set(),
				modseq: 0,
			};
			messages.push(message);
			put(message, "all");
			return message;
		},
		markSeen(message) {
			message.flags.add("\\Seen");
			message.modseq = ++modseq;
		},
	};
}
