import { implement } from "#server/http/implement.ts";
import { createPlan } from "#server/mailbox/changes/plan.ts";
import type { ServerModule } from "#server/module.ts";
import { smartArchiveContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { analysisJob, startAnalysis } from "./analysis/job.ts";
import { readAnalysis } from "./analysis/read.ts";
import { listCopies } from "./duplicates/list.ts";
import { whereOf } from "./selections.ts";
import { readSpace } from "./space.ts";

/** What fills the mailbox, and clearing it away. */
export const smartArchiveModule: ServerModule = {
	name: tool.id,
	jobs: [analysisJob],
	routes: (ctx) => [
		implement(smartArchiveContract, {
			getAnalysis: ({ caller, query }) => readAnalysis(ctx, caller.ownerId, query.account ?? null),
			analyseStorage: async ({ caller, body }) => ({
				job: await startAnalysis(ctx, caller.ownerId, body.account ?? null),
			}),
			getSpace: ({ caller, query }) => readSpace(ctx, caller.ownerId, query.account ?? null, query.by),
			planCleanup: ({ caller, body }) =>
				createPlan(ctx, caller.ownerId, {
					action: { type: body.action },
					where: whereOf(body.selection, ctx.now()),
					account: body.account,
					source: tool.id,
				}),
			listCopies: ({ caller, query }) => listCopies(ctx, caller.ownerId, query.account ?? null, query),
		}),
	],
};
