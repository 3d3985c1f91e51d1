import { workerData } from "node:worker_threads";
import { readConfig } from "#server/config.ts";
import { openContext } from "#server/server.ts";
import { type FillInput, fillMailbox } from "./mailbox.ts";

/** Fills the mailbox of a stopped server's user: see `fillStopped`. */

const { environment, email, count } = workerData as FillInput;
const { ctx, close } = await openContext(readConfig(environment));
try {
	const [person] = await ctx.database.query<{ id: string }>("select id from users where email = $1", [email]);
	if (person === undefined) throw new Error("Nobody has signed up");
	await fillMailbox(ctx, person.id, count, ctx.now());
} finally {
	await close();
}
