import { plansContract } from "#shared/contracts/plans.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { operationDetail } from "./detail.ts";
import { excludeFromPlan } from "./exclude.ts";
import { expireChanges } from "./expire.ts";
import { expirePlans } from "./maintenance.ts";
import { listOperations } from "./operations.ts";
import { createPlan } from "./plan.ts";
import { listPlanItems } from "./plan-items.ts";
import { recoverOperations } from "./recover.ts";
import { applyJob, undoJob } from "./run.ts";
import { applyPlan } from "./start.ts";
import { undoOperation } from "./undo.ts";
import { discardPlan, listWaitingPlans } from "./waiting.ts";

/** Changing mail: plan, apply, journal, undo. */
export const changesModule: ServerModule<MailContext> = {
	name: "changes",
	routes: (ctx) => [
		implement(plansContract, {
			createPlan: ({ caller, body }) => createPlan(ctx, caller.ownerId, { ...body, requestedBy: caller.keyName }),
			listWaitingPlans: ({ caller, query }) => listWaitingPlans(ctx, caller.ownerId, query),
			async discardPlan({ caller, params }) {
				await discardPlan(ctx, caller.ownerId, params.id);
				return undefined;
			},
			applyPlan: ({ caller, params }) => applyPlan(ctx, caller.ownerId, params.id, caller.device),
			listPlanItems: ({ caller, params, query }) => listPlanItems(ctx, caller.ownerId, params.id, query),
			excludeFromPlan: ({ caller, params, body }) =>
				excludeFromPlan(ctx, caller.ownerId, params.id, { ids: body.ids ?? null, included: body.included }),
			undoOperation: ({ caller, params }) => undoOperation(ctx, caller.ownerId, params.id, caller),
			async listOperations({ caller, query }) {
				await recoverOperations(ctx, caller.ownerId);
				return listOperations(ctx.database, caller.ownerId, query.limit, query.cursor);
			},
			async getOperation({ caller, params, query }) {
				await recoverOperations(ctx, caller.ownerId);
				return operationDetail(ctx.database, caller.ownerId, { ...params, ...query });
			},
		}),
	],
	jobs: [applyJob, undoJob],
	async maintain(ctx) {
		await recoverOperations(ctx, null);
		while (await expirePlans(ctx, null));
		await expireChanges(ctx);
	},
};
