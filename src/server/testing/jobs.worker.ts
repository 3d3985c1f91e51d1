import { imapProvider } from "#providers/imap/provider.ts";
import { mboxProvider } from "#providers/mbox/provider.ts";
import { openMailbox } from "./mailbox.ts";

/**
 * A process that runs whatever jobs are waiting, for tests that kill it. Arguments: data folder, database address or "",
 * kind of the mailboxes (mbox).
 */

const [dataDir = "", databaseUrl = "", kind = "mbox"] = process.argv.slice(2);
const provider = kind === "imap" ? imapProvider : mboxProvider;
await openMailbox({ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl }, { provider });
process.stdout.write("running\n");
