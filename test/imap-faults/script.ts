import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { startTcpServer, type TcpServer } from "../tcp.ts";

/** A server's response to a command (or, as its greeting, to a connection). */
export type Answer = (socket: Socket, tag: string) => void;

/** Responses by command name, including `GREETING`; UID FETCH is FETCH. */
export type Script = Record<string, Answer>;

const CAPABILITIES = "IMAP4rev1 IDLE";

/** Sends lines, then OK. */
export function respond(...lines: string[]): Answer {
	return (socket, tag) => void socket.write(`${[...lines, `${tag} OK Done`].join("\r\n")}\r\n`);
}

/** An inbox of three messages whose contents come only from the script. */
const COMMON: Script = {
	GREETING: (socket) => void socket.write(`* OK [CAPABILITY ${CAPABILITIES}] Ready\r\n`),
	CAPABILITY: respond(`* CAPABILITY ${CAPABILITIES}`),
	LIST: respond('* LIST (\\HasNoChildren) "/" INBOX'),
	LSUB: respond('* LSUB () "/" INBOX'),
	STATUS: respond("* STATUS INBOX (MESSAGES 3 UIDNEXT 4 UIDVALIDITY 1 UNSEEN 0)"),
	SELECT: respond("* FLAGS (\\Seen)", "* 3 EXISTS", "* OK [UIDVALIDITY 1] Fine", "* OK [UIDNEXT 4] Fine"),
	SEARCH: respond("* SEARCH 1 2 3"),
	IDLE: (socket) => void socket.write("+ idling\r\n"),
	LOGOUT: (socket, tag) => void socket.end(`* BYE Bye\r\n${tag} OK Done\r\n`),
};

/** A scripted IMAP server: accepts any sign-in and responds by the script. Commands not in the script get OK. */
export async function startScriptedImap(script: Script): Promise<TcpServer & { host: "127.0.0.1" }> {
	const answers: Script = { ...COMMON, EXAMINE: script.SELECT ?? (COMMON.SELECT as Answer), ...script };
	const server = await startTcpServer((socket) => {
		const done = respond();
		let idle: string | null = null;
		answers.GREETING?.(socket, "*");
		const lines = createInterface(socket);
		// Clients may disconnect at any time.
		lines.on("error", () => {});
		lines.on("line", (line) => {
			if (idle !== null && /^DONE$/i.test(line)) return done(socket, idle);
			const [, tag = "*", name = ""] = /^(\S+) (?:UID )?(\S+)/i.exec(line) ?? [];
			const command = name.toUpperCase();
			if (command === "IDLE") idle = tag;
			(answers[command] ?? done)(socket, tag);
		});
	});
	return { host: "127.0.0.1", ...server };
}
