import type { z } from "zod";
import { createPlan, type Plan, type Where } from "#kernel/changes.ts";
import type { MailContext } from "#kernel/module.ts";
import type { categorizerContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { isInScope, KEY, type Scope, scopeOf } from "./scope.ts";

type PlanCategorizedInput = z.output<typeof categorizerContract.planCategorized.body>;
type Pick = Exclude<PlanCategorizedInput["pick"], { by: "ids" }>;

/**
 * Creates a plan to archive or delete exactly the messages selected in the list.
 * @throws AppError as `createPlan` does, and 400 `bad-range`
 */
export async function planCategorized(ctx: MailContext, ownerId: string, input: PlanCategorizedInput): Promise<Plan> {
	const { pick, account } = input;
	const request = { action: { type: input.action }, source: tool.id, ...(account !== undefined && { account }) };
	if (pick.by === "ids") return createPlan(ctx, ownerId, { ...request, ids: pick.ids });
	const scope = await scopeOf(ctx.database, ownerId, input);
	return createPlan(ctx, ownerId, { ...request, where: whereOf(scope, pick) });
}

function whereOf(scope: Scope, pick: Pick): Where {
	return (first) => {
		const inScope = isInScope(scope, first);
		const next = first + inScope.values.length;
		const picked = pickedBy(pick, next);
		return { text: `${inScope.text} and ${picked.text}`, values: [...inScope.values, ...picked.values] };
	};
}

/** Over the alias `e` of `emails`. */
function pickedBy(pick: Pick, parameter: number): { text: string; values: unknown[] } {
	if (pick.by === "all") return { text: `not e.id = any($${parameter}::uuid[])`, values: [pick.except] };
	const named = pick.by === "senders" ? pick.senders : pick.except;
	return {
		text: `${pick.by === "senders" ? "" : "not "}exists (
			select from unnest($${parameter}::uuid[], $${parameter + 1}::text[]) as g (account_id, key)
			where g.account_id = e.account_id and g.key = ${KEY})`,
		values: [named.map(({ accountId }) => accountId), named.map(({ key }) => key)],
	};
}
