import type { Call } from "#shared/contract.ts";
import type { Plan, plansContract } from "#shared/contracts/plans.ts";
import { api } from "../api/api.ts";

/** Body of `POST /plans`. */
export type PlanBody = Call<typeof plansContract.createPlan>["body"];

/** An existing plan, a request for one, or a function that creates one by a tool's own route. */
export type PlanSource = Plan | PlanBody | (() => Promise<Plan>);

/** @throws ApiError such as `nothing-selected` when no message matches */
export async function planOf(source: PlanSource): Promise<Plan> {
	if (typeof source === "function") return source();
	return "expiresAt" in source ? source : api.createPlan({ body: source });
}
