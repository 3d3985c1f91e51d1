import { appendFileSync } from "node:fs";
import { imapProvider } from "#providers/imap/provider.ts";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { pause } from "#shared/pause.ts";
import { openMailbox } from "./mailbox.ts";

/**
 * A process that runs queued jobs, for tests that kill it. Arguments: data folder, database URL or "", kind of the
 * mailboxes (mbox), a file to append new mail to, each with a short delay.
 */

const [dataDir = "", databaseUrl = "", kind = "mbox", noted = ""] = process.argv.slice(2);
const provider = kind === "imap" ? imapProvider : mboxProvider;
const noting = {
	name: "noting",
	async onNewMail(_: unknown, mail: { ids: string[]; signal: AbortSignal }): Promise<void> {
		for (const id of mail.ids) {
			appendFileSync(noted, `${id}\n`);
			await pause(2, mail.signal);
		}
	},
};
await openMailbox(
	{ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl },
	{ provider, receivers: noted === "" ? [] : [noting] },
);
process.stdout.write("running\n");
