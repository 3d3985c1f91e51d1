import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";
import { type Received, type SmtpSink, startSmtpSink } from "../smtp-sink.ts";
import { makeCertificate } from "./certificate.ts";
import { dovecotConfig, userLine } from "./config.ts";
import { fillMaildir, type StoredMail } from "./maildir.ts";
import { dovecotPart, dovecotPath, dovecotSyntax, give, runAs } from "./program.ts";
import { superviseDovecot } from "./running.ts";

const exec = promisify(execFile);

export interface DovecotOptions {
	/** Announced after sign-in instead of its own capabilities. */
	capability?: string;
	/** Extensions not announced, e.g. CONDSTORE. Responses may still contain their data. */
	without?: string[];
	/** false: no STARTTLS, and the TLS ports are 0. */
	tls?: boolean;
	/** Sieve extensions to disable, e.g. include. */
	withoutSieve?: string[];
	/** Quota of all of a user's scripts in bytes. */
	sieveBytes?: number;
}

export interface MailUser {
	user: string;
	password: string;
	/** Folders are Maildirs by name under this directory; the inbox is `.INBOX`. */
	mailDir: string;
}

export interface Dovecot {
	host: "127.0.0.1";
	/** Plain, with STARTTLS unless `tls` is false. */
	imapPort: number;
	imapsPort: number;
	/** Plain, with STARTTLS unless `tls` is false. */
	submissionPort: number;
	submissionsPort: number;
	sievePort: number;
	/** The self-signed certificate for localhost and 127.0.0.1, in PEM. */
	certificate: string;
	/** Creates a user, or changes password and quota of an existing one (bytes; absent: none). */
	addUser(options?: { name?: string; password?: string; quotaBytes?: number }): Promise<MailUser>;
	/** Delivers through Dovecot's LDA: filters run, quota counts, IDLE notifies. Creates the folder if missing. */
	deliver(user: string, raw: string | Uint8Array, folder?: string): Promise<void>;
	/** Writes mail into a folder's Maildir without Dovecot: fast for many. The folder name must be ASCII. */
	load(user: string, messages: Iterable<StoredMail> | AsyncIterable<StoredMail>, folder?: string): Promise<void>;
	/** Mail submitted by users. */
	handedIn: Received[];
	/** Rejects submissions with this response, e.g. "552 5.3.4 Too big"; null: accepts them again. */
	refuseMail(answer: string | null): void;
	/** Confirms submissions after this many milliseconds. */
	delayReplies(ms: number): void;
	/** From now on submissions are neither confirmed nor rejected. @returns does so, for them and later ones */
	holdReplies(): () => void;
	/** Runs doveadm, e.g. `doveadm("mailbox", "update", "-u", user, "--uid-validity", "7", "INBOX")`. */
	doveadm(...args: string[]): Promise<string>;
	/** Stops it and deletes everything it wrote. */
	stop(): Promise<void>;
}

let people = 0;

/** Starts a real Dovecot for one test, on free ports. It stops with the process that started it. */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
	if (dovecotPath === null) throw new Error("Dovecot is not installed with all its parts; npm test installs it");
	for (let attempt = 1; ; attempt++) {
		const folder = await mkdtemp(join(tmpdir(), "mailstead-dovecot-"));
		const sink = await startSmtpSink();
		try {
			return await start(dovecotPath, { folder, sink }, options);
		} catch (cause) {
			await sink.close();
			await rm(folder, { recursive: true, force: true });
			// Another process may take a free port before Dovecot does.
			if (attempt === 3 || !String(cause).includes("Address already in use")) throw cause;
		}
	}
}

async function start(
	program: string,
	{ folder, sink }: { folder: string; sink: SmtpSink },
	{ capability, without = [], tls = true, withoutSieve = [], sieveBytes }: DovecotOptions,
): Promise<Dovecot> {
	const syntax = dovecotSyntax(program);
	const as = runAs();
	// RFC 7162: QRESYNC requires CONDSTORE.
	const hidden = without.includes("CONDSTORE") ? [...without, "QRESYNC"] : without;
	const ports = {
		imap: await freePort(),
		imaps: tls ? await freePort() : 0,
		submission: await freePort(),
		submissions: tls ? await freePort() : 0,
		sieve: await freePort(),
	};
	const config = {
		...{ folder, as, ports, relayPort: sink.port, tls, without: hidden, capability: capability ?? null },
		...{ withoutSieve, sieveBytes: sieveBytes ?? null },
	};
	const configFile = join(folder, "dovecot.conf");
	const own = ["users", "home", "run"].map((name) => join(folder, name));
	for (const path of own) await mkdir(path);
	await writeFile(configFile, dovecotConfig(syntax, config));
	const certificate = tls ? await makeCertificate(folder) : "";
	await give(as, folder, ...own, ...(tls ? [join(folder, "key.pem")] : []));
	const running = await superviseDovecot(program, { folder, configFile, as, port: ports.imap });

	const asUser = { ...as.ids, cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, maxBuffer: 1 << 28 };
	const doveadm = async (...args: string[]): Promise<string> =>
		(await exec(join(dirname(dirname(program)), "bin/doveadm"), ["-c", configFile, ...args], asUser)).stdout;
	let versions = 0;
	return {
		host: "127.0.0.1",
		imapPort: ports.imap,
		imapsPort: ports.imaps,
		submissionPort: ports.submission,
		submissionsPort: ports.submissions,
		sievePort: ports.sieve,
		certificate,
		handedIn: sink.received,
		refuseMail: sink.refuse,
		delayReplies: sink.delayReplies,
		holdReplies: sink.holdReplies,
		async addUser({ name = `person${++people}`, password = "correct horse", quotaBytes } = {}) {
			const home = join(folder, "home", name);
			const isNew = (await mkdir(home, { recursive: true })) !== undefined;
			await give(as, home);
			const line = userLine(syntax, name, password, home, quotaBytes ?? null);
			// Dovecot rereads a file when its mtime or size has changed; mtimes count in seconds.
			await writeFile(join(folder, "users", name), `${line}\n#${"x".repeat(++versions)}\n`);
			// It checks once a second.
			if (!isNew) await wait(1000);
			return { user: name, password, mailDir: join(home, "mail") };
		},
		async deliver(user, raw, mailbox = "INBOX") {
			const args = ["-c", configFile, "-e", "-d", user, "-m", mailbox];
			const delivery = exec(dovecotPart(program, "dovecot-lda"), args, asUser);
			delivery.child.stdin?.end(raw);
			await delivery;
		},
		async load(user, messages, mailbox = "INBOX") {
			const mail = join(folder, "home", user, "mail");
			const maildir = join(mail, mailbox === "INBOX" ? ".INBOX" : mailbox);
			if (!existsSync(maildir)) await doveadm("mailbox", "create", "-s", "-u", user, mailbox);
			await fillMaildir(as, maildir, messages);
		},
		doveadm,
		async stop() {
			await running.stop();
			await sink.close();
		},
	};
}
