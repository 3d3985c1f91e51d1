import { jobsContract } from "#shared/contracts/jobs.ts";
import type { Context } from "../identity/auth/context.ts";
import { implement } from "../platform/http/implement.ts";
import { maintainJobs } from "../platform/jobs/maintenance.ts";
import type { ServerModule } from "../platform/modules/module.ts";

export const jobsModule: ServerModule<Context> = {
	name: "jobs",
	routes: (ctx) => [
		implement(jobsContract, {
			listJobs: ({ caller, query }) => ctx.jobs.list(caller.ownerId, query),
			getJob: ({ caller, params }) => ctx.jobs.get(caller.ownerId, params.id),
			cancelJob: ({ caller, params }) => ctx.jobs.cancel(caller.ownerId, params.id),
		}),
	],
	maintain: maintainJobs,
};
