import { appendFileSync } from "node:fs";
import { z } from "zod";
import type { Context } from "#server/identity/auth/context.ts";
import { pollDue } from "#server/platform/modules/schedules.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { openMailbox } from "./mailbox.ts";

/**
 * A process that runs scheduled tasks, for tests that kill it. Arguments: data folder, database URL or "", and the file
 * to append the text of each run to.
 */

const [dataDir = "", databaseUrl = "", file = ""] = process.argv.slice(2);
const note: ScheduledTask<Context, { text: string }> = {
	name: "test.note",
	input: z.object({ text: z.string() }),
	run: async (_, { input }) => appendFileSync(file, `${input.text}\n`),
};
const tasks = [note as ScheduledTask<Context>];
const { ctx } = await openMailbox(
	{ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl },
	{ schedules: tasks },
);
pollDue(ctx, tasks);
