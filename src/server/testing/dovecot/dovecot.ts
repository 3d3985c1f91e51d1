import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../emulate/ports.ts";
import { makeCertificate } from "./certificate.ts";
import { dovecotConfig } from "./config.ts";
import { dovecotPath, dovecotSyntax, type RunAs, runAs } from "./program.ts";
import { keepRunning } from "./running.ts";

const exec = promisify(execFile);

export interface DovecotOptions {
	/** Announced after sign-in in place of its own list. */
	capability?: string;
	/** Extensions that it does not announce, e.g. CONDSTORE. Its answers may still hold what belongs to them. */
	without?: string[];
	/** false: no STARTTLS, and imapsPort is 0. */
	tls?: boolean;
}

export interface MailUser {
	user: string;
	password: string;
	/** Folders are Maildirs by their names under here; the inbox is `.INBOX`. */
	mailDir: string;
}

export interface Dovecot {
	host: "127.0.0.1";
	/** Plain, with STARTTLS unless `tls` is false. */
	imapPort: number;
	imapsPort: number;
	sievePort: number;
	/** The server's own certificate for localhost and 127.0.0.1, in PEM. */
	certificate: string;
	/** Makes a user, or gives an existing one another password and quota (in bytes; without: none). */
	addUser(options?: { name?: string; password?: string; quotaBytes?: number }): Promise<MailUser>;
	/** Delivers by Dovecot's own agent: filters run, quota counts, IDLE tells. The folder is made when absent. */
	deliver(user: string, raw: string | Uint8Array, folder?: string): Promise<void>;
	/** Runs doveadm, e.g. `doveadm("mailbox", "update", "-u", user, "--uid-validity", "7", "INBOX")`. */
	doveadm(...args: string[]): Promise<string>;
	/** Ends it and deletes everything it wrote. */
	stop(): Promise<void>;
}

let users = 0;

/** A real Dovecot of the test's own, on free ports. It ends with the process that started it. */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
	if (dovecotPath === null) throw new Error("Dovecot is not installed (apt-get install dovecot-imapd)");
	for (let attempt = 1; ; attempt++)
		try {
			return await start(dovecotPath, options);
		} catch (cause) {
			// Somebody else may take a free port before Dovecot does.
			if (attempt === 3 || !String(cause).includes("Address already in use")) throw cause;
		}
}

async function start(program: string, { capability, without = [], tls = true }: DovecotOptions): Promise<Dovecot> {
	const folder = await mkdtemp(join(tmpdir(), "mailstead-dovecot-"));
	const as = runAs();
	// RFC 7162: QRESYNC stands on CONDSTORE.
	const hidden = without.includes("CONDSTORE") ? [...without, "QRESYNC"] : without;
	const ports = { imap: await freePort(), imaps: tls ? await freePort() : 0, sieve: await freePort() };
	const config = { folder, as, ports, tls, without: hidden, capability: capability ?? null };
	const configFile = join(folder, "dovecot.conf");
	for (const name of ["users", "home", "run"]) await mkdir(join(folder, name));
	await writeFile(configFile, dovecotConfig(dovecotSyntax(program), config));
	const certificate = tls ? await makeCertificate(folder) : "";
	await give(as, folder, ...["users", "home", "run", ...(tls ? ["key.pem"] : [])].map((name) => join(folder, name)));
	const running = await keepRunning(program, { folder, configFile, as, port: ports.imap });

	const asUser = { ...identity(as), cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
	return {
		host: "127.0.0.1",
		imapPort: ports.imap,
		imapsPort: ports.imaps,
		sievePort: ports.sieve,
		certificate,
		async addUser({ name = `person${++users}`, password = "correct horse", quotaBytes } = {}) {
			const home = join(folder, "home", name);
			const file = join(folder, "users", name);
			const isNew = (await mkdir(home, { recursive: true })) !== undefined;
			await give(as, home);
			const limit = quotaBytes === undefined ? "" : `userdb_quota_rule=*:bytes=${quotaBytes}`;
			// The comment keeps two versions of one second from being of one size.
			const secret = `{PLAIN.b64}${Buffer.from(password).toString("base64")}`;
			await writeFile(file, `${name}:${secret}::::${home}::${limit}\n#${"x".repeat(++users)}\n`);
			// Dovecot looks at a file that it has read once a second.
			if (!isNew) await wait(1000);
			return { user: name, password, mailDir: join(home, "mail") };
		},
		async deliver(user, raw, mailbox = "INBOX") {
			const lda = join(dirname(dirname(program)), "lib/dovecot/dovecot-lda");
			const child = exec(lda, ["-c", configFile, "-e", "-d", user, "-m", mailbox], asUser);
			child.child.stdin?.end(raw);
			await child;
		},
		async doveadm(...args) {
			return (await exec(join(dirname(dirname(program)), "bin/doveadm"), ["-c", configFile, ...args], asUser)).stdout;
		},
		stop: running.stop,
	};
}

/** For spawn. */
function identity({ uid, gid }: RunAs): { uid?: number; gid?: number } {
	return uid === undefined || gid === undefined ? {} : { uid, gid };
}

async function give({ uid, gid }: RunAs, ...paths: string[]): Promise<void> {
	if (uid === undefined || gid === undefined) return;
	for (const path of paths) await chown(path, uid, gid);
}
