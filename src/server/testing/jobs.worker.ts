import { openMailbox } from "./mailbox.ts";

/** A process that runs whatever jobs are waiting, for tests that kill it. Arguments: data folder, database address or "". */

const [dataDir = "", databaseUrl = ""] = process.argv.slice(2);
await openMailbox({ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl });
process.stdout.write("running\n");
