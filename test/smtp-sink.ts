import type { Socket } from "node:net";
import { startTcpServer } from "./tcp.ts";

/** One mail as the server received it. */
export interface Received {
	from: string;
	to: string[];
	/** Headers and body as sent, without dot-stuffing. */
	raw: string;
	/** `user:password` of AUTH PLAIN; null when absent. */
	login: string | null;
}

export interface SmtpSink {
	/** For SMTP_URL. */
	url: string;
	port: number;
	received: Received[];
	/** Rejects mail with this response, e.g. "452 Too busy"; null accepts it. */
	refuse(answer: string | null): void;
	/** Rejects recipients: returns the response to RCPT, or null to accept. */
	refuseRecipients(replyTo: (address: string) => string | null): void;
	/** Closes the connection instead of confirming received messages, `after` or `before` accepting them; null: confirms. */
	loseReplies(moment: "before" | "after" | null): void;
	/** Confirms received messages after this many milliseconds. */
	delayReplies(ms: number): void;
	/** From now on received messages are neither confirmed nor rejected. @returns does so, for them and later ones */
	holdReplies(): () => void;
	/** From now on says nothing at this point, on new connections and open ones; null: answers again, once it is asked. */
	beSilentAt(point: "greeting" | "auth" | "mail" | null): void;
	/** Offers these extensions in place of 8BITMIME, SMTPUTF8 and AUTH PLAIN. */
	offer(extensions: readonly string[]): void;
	/** Rejects AUTH with this response; null accepts every password. @param ways only these, e.g. `PLAIN` */
	refuseSignIn(answer: string | null, ways?: readonly string[]): void;
	/** Mechanisms of AUTH that were tried, in order. */
	signIns: string[];
	/** Number of connections so far, and of those that are open. */
	connections(): number;
	openConnections(): number;
	/** Closes all open connections, as a server does after a while. */
	dropConnections(): void;
	close(): Promise<void>;
}

/** A small SMTP server (RFC 5321) on a free port that stores what it receives. */
export async function startSmtpSink(): Promise<SmtpSink> {
	const received: Received[] = [];
	const behavior: Behavior = {
		rejection: null,
		refuseRecipient: () => null,
		lost: null,
		signIn: null,
		refusedWays: [],
		signIns: [],
		extensions: ["8BITMIME", "SMTPUTF8", "AUTH PLAIN"],
		delay: 0,
		silentAt: null,
		released: null,
	};
	const open = new Set<Socket>();
	let connections = 0;
	const server = await startTcpServer((socket) => {
		connections++;
		open.add(socket);
		socket.once("close", () => open.delete(socket));
		converse(socket, behavior, (mail) => received.push(mail));
	});
	return {
		url: `smtp://127.0.0.1:${server.port}`,
		port: server.port,
		received,
		refuse: (answer) => {
			behavior.rejection = answer;
		},
		refuseRecipients: (replyTo) => {
			behavior.refuseRecipient = replyTo;
		},
		loseReplies: (moment) => {
			behavior.lost = moment;
		},
		delayReplies: (ms) => {
			behavior.delay = ms;
		},
		holdReplies: () => {
			const { promise, resolve } = Promise.withResolvers<void>();
			behavior.released = promise;
			return resolve;
		},
		beSilentAt: (point) => {
			behavior.silentAt = point;
		},
		offer: (extensions) => {
			behavior.extensions = extensions;
		},
		refuseSignIn: (answer, ways = []) => {
			behavior.signIn = answer;
			behavior.refusedWays = ways;
		},
		signIns: behavior.signIns,
		connections: () => connections,
		openConnections: () => open.size,
		dropConnections: () => {
			for (const socket of open) socket.end();
		},
		close: server.close,
	};
}

interface Behavior {
	rejection: string | null;
	refuseRecipient(address: string): string | null;
	lost: "before" | "after" | null;
	signIn: string | null;
	/** Empty: all. */
	refusedWays: readonly string[];
	signIns: string[];
	extensions: readonly string[];
	silentAt: Parameters<SmtpSink["beSilentAt"]>[0];
	/** Milliseconds. */
	delay: number;
	/** Resolves when messages may be answered; null: at once. */
	released: Promise<void> | null;
}

function converse(socket: Socket, behavior: Behavior, accept: (mail: Received) => void): void {
	const reply = (line: string): void => {
		socket.write(`${line}\r\n`);
	};
	let mail: Received = { from: "", to: [], raw: "", login: null };
	let data: string[] | null = null;
	let answer: ((line: string) => void) | null = null;
	let rest = "";
	const hearData = (lines: string[], line: string): void => {
		if (line !== ".") {
			lines.push(line.replace(/^\.\./, "."));
			return;
		}
		const complete = { ...mail, raw: lines.join("\r\n") };
		data = null;
		mail = { ...mail, from: "", to: [] };
		if (behavior.released === null) decide(complete);
		else void behavior.released.then(() => decide(complete));
	};
	const decide = (complete: Received): void => {
		if (behavior.rejection !== null) {
			reply(behavior.rejection);
			return;
		}
		if (behavior.lost !== "before") accept(complete);
		if (behavior.lost !== null) socket.destroy();
		else if (behavior.delay === 0) reply("250 2.0.0 Taken");
		else setTimeout(() => reply("250 2.0.0 Taken"), behavior.delay);
	};
	const commands: Record<string, (argument: string) => void> = {
		ehlo: () => reply([...["sink", ...behavior.extensions].map((one) => `250-${one}`), "250 HELP"].join("\r\n")),
		auth(argument) {
			const [way = "", given = ""] = argument.split(" ");
			const name = way.toUpperCase();
			behavior.signIns.push(name);
			const end = (login: string): void => {
				mail.login = login;
				const isRefused = behavior.refusedWays.length === 0 || behavior.refusedWays.includes(name);
				reply((isRefused ? behavior.signIn : null) ?? "235 2.7.0 Welcome");
			};
			const decoded = (text: string): string => Buffer.from(text, "base64").toString();
			const ask = (question: string, hear: (answer: string) => void): void => {
				answer = (line) => {
					answer = null;
					hear(decoded(line));
				};
				reply(`334 ${Buffer.from(question).toString("base64")}`);
			};
			if (name === "LOGIN") ask("Username:", (user) => ask("Password:", (password) => end(`${user}:${password}`)));
			else if (name === "CRAM-MD5") ask("<1@sink>", end);
			else end(decoded(given).split("\0").slice(1).join(":"));
		},
		mail(argument) {
			mail.from = pathIn(argument);
			reply("250 2.1.0 Fine");
		},
		rcpt(argument) {
			const refused = behavior.refuseRecipient(pathIn(argument));
			if (refused === null) mail.to.push(pathIn(argument));
			reply(refused ?? "250 2.1.5 Fine");
		},
		data() {
			data = [];
			reply("354 Go on, end with a dot");
		},
		quit() {
			reply("221 2.0.0 Bye");
			socket.end();
		},
	};
	const onLine = (line: string): void => {
		const [verb = "", argument = ""] = line.split(/\s+(.*)/s);
		if (answer !== null) answer(line);
		else if (data !== null) hearData(data, line);
		else if (verb.toLowerCase() === behavior.silentAt) return;
		else (commands[verb.toLowerCase()] ?? (() => reply("250 2.0.0 Fine")))(argument);
	};
	socket.setEncoding("utf8");
	if (behavior.silentAt !== "greeting") reply("220 sink ESMTP");
	socket.on("data", (text: string) => {
		const lines = (rest + text).split("\r\n");
		rest = lines.pop() ?? "";
		for (const line of lines) onLine(line);
	});
}

/** The address in angle brackets. */
function pathIn(argument: string): string {
	return /<([^>]*)>/.exec(argument)?.[1] ?? "";
}
