import { recordReader } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { askContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { ask } from "./ask.ts";

/** Questions about the user's mail. */
export const askModule: ServerModule<MailContext> = {
	name: tool.id,
	routes: (ctx) => [
		implement(askContract, {
			askMailbox({ caller, body, signal }) {
				recordReader(ctx.database);
				return ask(ctx, { ...body, ownerId: caller.ownerId, signal });
			},
		}),
	],
};
