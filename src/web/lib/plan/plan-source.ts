import type { Call } from "#shared/contract.ts";
import type { Plan, plansContract } from "#shared/contracts/plans.ts";
import { api } from "../api.ts";

/** What `POST /plans` takes. */
export type PlanBody = Call<typeof plansContract.createPlan>["body"];

/** A plan that is there, what to make one of, or a function that makes one by a tool's own route. */
export type PlanSource = Plan | PlanBody | (() => Promise<Plan>);

/** @throws ApiError such as `nothing-chosen` when there is nothing to change */
export async function planOf(source: PlanSource): Promise<Plan> {
	if (typeof source === "function") return source();
	return "expiresAt" in source ? source : api.createPlan({ body: source });
}
