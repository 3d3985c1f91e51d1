import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { startTcpServer } from "./tcp.ts";

/** An SMTP server with scripted replies for recipients, for tests of mailbox checks. */
export interface ScriptedSmtpServer {
	port: number;
	/** Replies to RCPT by address, in lower case; others get 550 5.1.1. A function gets how often it was asked before. */
	mailboxes: Map<string, string | ((asked: number) => string)>;
	/** The replies to all addresses of a domain without their own reply. */
	domains: Map<string, string>;
	/** Every command of every connection, in order, e.g. `RCPT TO:<ann@example.test>`. */
	commands: string[];
	connections(): number;
	/** The greeting in place of 220. */
	greet(line: string | null): void;
	/** Offers STARTTLS with this certificate. */
	offerTls(tls: { key: string; cert: string } | null): void;
	/** Commands that arrived over TLS. */
	encrypted(): number;
	/** Clears the scripted replies and the log of commands; connections stay counted. */
	reset(): void;
	close(): Promise<void>;
}

/** The client address that the server reports in its replies. */
const CLIENT = "192.0.2.77";

/** An SMTP server (RFC 5321) on a free port that answers RCPT by its script and takes no messages. */
export async function startScriptedSmtpServer(): Promise<ScriptedSmtpServer> {
	const mailboxes: ScriptedSmtpServer["mailboxes"] = new Map();
	const domains = new Map<string, string>();
	const asked = new Map<string, number>();
	const commands: string[] = [];
	let [connections, encrypted] = [0, 0];
	let greeting: string | null = null;
	let tls: { key: string; cert: string } | null = null;

	const replyTo = (recipient: string): string => {
		const before = asked.get(recipient) ?? 0;
		asked.set(recipient, before + 1);
		const scripted = mailboxes.get(recipient) ?? domains.get(recipient.slice(recipient.lastIndexOf("@") + 1));
		if (typeof scripted === "function") return scripted(before);
		return scripted ?? "550 5.1.1 No such user here";
	};
	const handleConnection = (socket: Socket | TLSSocket, isSecure: boolean): void => {
		let rest = "";
		const reply = (...lines: string[]) => void socket.write(`${lines.join("\r\n")}\r\n`);
		const onLine = (line: string): void => {
			commands.push(line);
			if (isSecure) encrypted++;
			const verb = line.split(" ")[0]?.toUpperCase() ?? "";
			if (verb === "EHLO")
				reply(`250-mx.test at your service, [${CLIENT}]`, ...(tls && !isSecure ? ["250-STARTTLS"] : []), "250 SIZE");
			else if (verb === "STARTTLS" && tls) {
				socket.removeAllListeners("data");
				reply("220 Go ahead");
				const secured = new TLSSocket(socket, { isServer: true, ...tls });
				secured.on("error", () => undefined);
				handleConnection(secured, true);
			} else if (verb === "RCPT") reply(replyTo(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? ""));
			else if (verb === "QUIT") {
				reply("221 Bye");
				socket.end();
			} else reply(["MAIL", "RSET"].includes(verb) ? "250 OK" : "502 Not implemented");
		};
		socket.on("data", (bytes: Buffer) => {
			const lines = (rest + bytes.toString()).split("\r\n");
			rest = lines.pop() ?? "";
			for (const line of lines) onLine(line);
		});
	};
	const server = await startTcpServer((socket) => {
		connections++;
		socket.write(`${greeting ?? "220 mx.test ESMTP"}\r\n`);
		handleConnection(socket, false);
	});
	return {
		...{ port: server.port, mailboxes, domains, commands, close: server.close },
		connections: () => connections,
		encrypted: () => encrypted,
		greet: (line) => {
			greeting = line;
		},
		offerTls: (offered) => {
			tls = offered;
		},
		reset: () => {
			for (const one of [mailboxes, domains, asked]) one.clear();
			commands.length = 0;
			encrypted = 0;
			greeting = tls = null;
		},
	};
}
