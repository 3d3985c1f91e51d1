import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dovecot, MailUser } from "#test/dovecot/dovecot.ts";
import { isInstalled, type Measured, measure } from "./process.ts";

/** Copies a user's mailbox into a Maildir with mbsync; null when it is not installed. */
export async function mbsync(
	server: Dovecot,
	{ user, password }: MailUser,
	scratch: string,
): Promise<{ measured: Measured; maildir: string } | null> {
	if (!isInstalled("mbsync")) return null;
	const folder = await mkdtemp(join(scratch, "mbsync-"));
	const maildir = join(folder, "mail");
	await mkdir(maildir);
	await writeFile(join(folder, "certificate.pem"), server.certificate);
	const config = join(folder, "config");
	await writeFile(
		config,
		`IMAPAccount bench
Host localhost
Port ${server.imapsPort}
User ${user}
Pass "${password}"
SSLType IMAPS
CertificateFile ${folder}/certificate.pem

IMAPStore server
Account bench

MaildirStore here
Path ${maildir}/
Inbox ${maildir}/INBOX
SubFolders Verbatim

Channel bench
Far :server:
Near :here:
Patterns *
Create Near
SyncState *
`,
	);
	return { measured: await measure("mbsync", ["-q", "-c", config, "bench"]), maildir };
}
