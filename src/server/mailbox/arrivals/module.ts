import type { Context } from "../../context.ts";
import type { JobKind } from "../../jobs/jobs.ts";
import type { ServerModule } from "../../module.ts";
import { type ArrivalsInput, arrivals, enqueueArrivals } from "./ask.ts";
import { type Receiver, tellArrivals } from "./run.ts";
import { accountsWithArrivals } from "./store.ts";

/** Bodies come at any time, and a process may die between storing mail and asking for this job. */
const LOOK_EVERY_MS = 20_000;
/** Mailboxes that one look begins with. */
const MOST_ACCOUNTS = 500;

/** Tells tools of new mail. @param modules in the order in which they are told; those without `arrived` are passed over */
export function createArrivalsModule(modules: readonly ServerModule[]): ServerModule {
	return {
		name: "arrivals",
		routes: () => [],
		jobs: [createArrivalsJob(modules)],
		tidy: look,
		background: keepLooking,
	};
}

export function createArrivalsJob(modules: readonly Pick<ServerModule, "name" | "arrived">[]): JobKind<ArrivalsInput> {
	const receivers = modules.filter((module): module is Receiver => module.arrived !== undefined);
	return { ...arrivals, run: (ctx, job) => tellArrivals(ctx, receivers, job) };
}

/** Finds what no sync has asked for. */
async function look(ctx: Context): Promise<void> {
	for (const { ownerId, accountId } of await accountsWithArrivals(ctx.database, MOST_ACCOUNTS))
		await enqueueArrivals(ctx, ownerId, accountId);
}

function keepLooking(ctx: Context): () => Promise<void> {
	let isStopping = false;
	let looking = Promise.resolve();
	const timer = setInterval(() => {
		looking = looking
			.then(() => (isStopping ? undefined : look(ctx)))
			.catch((cause: unknown) => ctx.log.error({ err: cause }, "looking for new mail failed; it goes on in a moment"));
	}, LOOK_EVERY_MS);
	return async () => {
		isStopping = true;
		clearInterval(timer);
		await looking;
	};
}
