import { workerData } from "node:worker_threads";
import { readConfig } from "#server/config.ts";
import { openContext } from "#server/server.ts";
import { type FillInput, fillMailbox } from "./mailbox.ts";

/** Fills mailboxes of a stopped server's users: see `fillStopped`. */

const { environment, emails, count, words } = workerData as FillInput;
const { ctx, close } = await openContext(readConfig(environment));
try {
	for (const email of emails) {
		const person = await ctx.database.one<{ id: string }>("select id from users where email = $1", [email]);
		if (person === undefined) throw new Error(`Nobody has signed up as ${email}`);
		await fillMailbox(ctx, person.id, count, ctx.now(), words);
	}
} finally {
	await close();
}
