import type { WorkContext, WorkKind } from "#server/platform/work/work.ts";
import { openWork } from "./work.ts";
import { testKinds } from "./work-kinds.ts";

/** A process that runs batches, for tests that kill it. Arguments: data folder, database URL or "", file of effects. */

const [dataDir = "", databaseUrl = "", effects = ""] = process.argv.slice(2);
const kinds = Object.values(testKinds(effects)) as unknown as readonly WorkKind<unknown, unknown, WorkContext>[];
const { jobs } = await openWork({ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl }, kinds);
await jobs.start();
process.stdout.write("running\n");
