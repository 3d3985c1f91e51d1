import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { inboxContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { answerInvitation, presentInvitation } from "./invitation.ts";

/** Invitations in messages. */
export const inboxModule: ServerModule<MailContext> = {
	name: tool.id,
	routes: (ctx) => [
		implement(inboxContract, {
			getInvitation: async ({ caller, params }) => ({
				invitation: await presentInvitation(ctx, caller.ownerId, params.id),
			}),
			answerInvitation: async ({ caller: { ownerId, name }, params: { id }, body }) => ({
				invitation: await answerInvitation(ctx, { ownerId, id, answer: body.answer, userName: name }),
			}),
		}),
	],
};
