import { repliesContract } from "#shared/contracts/replies.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { suggestEmailReplies } from "./suggest-replies.ts";

/** Suggested replies to emails. */
export const repliesModule: ServerModule<MailContext> = {
	name: "replies",
	routes: (ctx) => [
		implement(repliesContract, {
			"email-smart-reply": ({ caller, body, signal }) =>
				suggestEmailReplies(ctx, { ...body, ownerId: caller.ownerId, signal }),
		}),
	],
};
