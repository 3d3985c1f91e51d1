import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { assistantContract } from "../contract.ts";
import { assistantSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { draftEmail, generateText, streamDraft } from "./draft.ts";
import { factsAbout } from "./facts.ts";

/** Drafts of emails from a recipient and a goal. */
export const aiPersonalizerModule: ServerModule<MailContext> = {
	name: tool.id,
	settings: [assistantSettings],
	routes(ctx) {
		return [
			implement(assistantContract, {
				draftEmail: ({ caller, body, signal }) =>
					draftEmail(ctx, caller.ownerId, { ...body, purpose: "draft", signal }),
				streamDraft: ({ caller, body, signal }) =>
					streamDraft(ctx, caller.ownerId, { ...body, purpose: "draft", signal }),
				getRecipientFacts: async ({ caller, query }) => ({
					facts: await factsAbout(ctx.database, caller.ownerId, query.email),
				}),
				"ai-email-generator": ({ caller, body, signal }) =>
					generateText(ctx, caller.ownerId, { prompt: body.prompt, signal }),
				generateAiEmail: ({ caller, body, signal }) =>
					generateText(ctx, caller.ownerId, { prompt: body.prompt, signal }),
			}),
		];
	},
};
