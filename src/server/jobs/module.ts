import { jobsContract } from "#shared/contracts/jobs.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../module.ts";
import { tidyJobs } from "./tidy.ts";

export const jobsModule: ServerModule = {
	name: "jobs",
	routes: (ctx) => [
		implement(jobsContract, {
			listJobs: async ({ caller, query }) => ({ items: await ctx.jobs.list(caller.ownerId, query.active ?? false) }),
			getJob: ({ caller, params }) => ctx.jobs.get(caller.ownerId, params.id),
			cancelJob: ({ caller, params }) => ctx.jobs.cancel(caller.ownerId, params.id),
		}),
	],
	tidy: tidyJobs,
};
