import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { sampleContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { countNewMail, digestWork, sendDaily, sendDigestsNow } from "./digests.ts";
import { deleteDigest, listDigests } from "./store.ts";

/** Digests of received mail. */
export const sampleModule: ServerModule<MailContext> = {
	name: tool.id,
	// Ids of messages: derived from mail.
	notExported: ["sample_emails"],
	work: [digestWork],
	schedules: [sendDaily],
	subscriptions: [countNewMail],
	routes: (ctx) => [
		implement(sampleContract, {
			listSampleDigests: async ({ caller }) => ({ items: await listDigests(ctx.database, caller.ownerId) }),
			sendSampleDigests: async ({ caller }) => ({ job: await sendDigestsNow(ctx, caller.ownerId) }),
			async deleteSampleDigest({ caller, params }) {
				await deleteDigest(ctx.database, caller.ownerId, params.id);
				return undefined;
			},
		}),
	],
};
