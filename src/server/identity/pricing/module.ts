import { pricingContract } from "#shared/contracts/pricing.ts";
import { countMailboxes } from "../../mail/store/mailbox-limit.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { readPlanUsage } from "../../platform/usage/limits.ts";
import {
	assignPlan,
	createPricingPlan,
	deletePricingPlan,
	listPricingPlans,
	updatePricingPlan,
} from "../../platform/usage/plans.ts";
import type { Context } from "../auth/context.ts";
import { listUsers } from "./users.ts";

/** Pricing plans: what the operator offers, who has which, and what is used of it. */
export const pricingModule: ServerModule<Context> = {
	name: "pricing",
	routes(ctx) {
		const { database } = ctx;
		return [
			implement(pricingContract, {
				async listPlansOffered() {
					const hasPayment = ctx.config.stripe !== null;
					const plans = await listPricingPlans(database);
					return {
						hasPayment,
						items: plans.map((plan) => ({ ...plan, canBuy: hasPayment && plan.stripePriceId !== null })),
					};
				},
				getPlanUsage: async ({ caller: { ownerId } }) =>
					readPlanUsage(ctx, ownerId, await countMailboxes(ctx, ownerId)),
				listPricingPlans: async () => ({ items: await listPricingPlans(database) }),
				createPricingPlan: async ({ body }) => ({ id: await createPricingPlan(database, body, ctx.now()) }),
				async updatePricingPlan({ params, body }) {
					await updatePricingPlan(database, params.id, body);
					return undefined;
				},
				async deletePricingPlan({ params }) {
					await deletePricingPlan(database, params.id);
					return undefined;
				},
				listUsers: ({ query }) => listUsers(database, query),
				async setUserPlan({ params, body }) {
					await assignPlan(database, params.id, body.planId);
					return undefined;
				},
			}),
		];
	},
};
