import { summariesContract } from "#shared/contracts/summaries.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { summarizeEmail } from "./summary.ts";

/** Summaries of emails. */
export const summariesModule: ServerModule<MailContext> = {
	name: "summaries",
	routes: (ctx) => [
		implement(summariesContract, {
			"email-ai-summary": ({ caller, body, signal }) =>
				summarizeEmail(ctx, { ...body, ownerId: caller.ownerId, signal }),
		}),
	],
};
