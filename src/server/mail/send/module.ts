import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { csvReply } from "../../platform/http/csv.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { onNewMail } from "../events/new-mail.ts";
import { enqueueDue, enqueueSending, pollDue, sendJob } from "./job.ts";
import { recognizeResponses } from "./recognize.ts";
import { resolveByUser } from "./resolve.ts";
import { listOutgoing, readOutgoing } from "./store.ts";
import {
	allowAddress,
	listSuppressions,
	removeSuppression,
	suppress,
	suppressAll,
	suppressionsCsv,
} from "./suppressions.ts";
import { retryNow } from "./unsent.ts";
import { forgetWaits } from "./waiting.ts";
import { contactUnsubscribed, emailBounced, emailSent } from "./webhooks.ts";

/** Sending mail: what was sent or is to be, and the suppression list. */
export const sendModule: ServerModule<MailContext> = {
	name: "send",
	jobs: [sendJob],
	start: async ({ database }) => {
		if (database.embedded) await forgetWaits(database);
	},
	maintain: enqueueDue,
	background: pollDue,
	webhookEvents: [emailSent, emailBounced, contactUnsubscribed],
	subscriptions: [onNewMail("send.responses", recognizeResponses)],
	routes: (ctx) => [
		implement(outgoingContract, {
			listOutgoing: ({ caller, query }) => listOutgoing(ctx.database, caller.ownerId, query),
			getOutgoing: async ({ caller, params }) => ({
				message: await readOutgoing(ctx.database, caller.ownerId, params.id),
			}),
			async resolveOutgoing({ caller, params, body }) {
				const message = await resolveByUser(ctx, caller.ownerId, params.id, body.action);
				await enqueueSending(ctx, caller.ownerId, message.account);
				return { message };
			},
			async retryOutgoing({ caller, params }) {
				return { message: await retryNow(ctx, caller.ownerId, params.id) };
			},
			listSuppressions: ({ caller, query }) => listSuppressions(ctx.database, caller.ownerId, query),
			async addSuppression({ caller, body: { target, reason } }) {
				const added = { target, source: "manual" as const, reason };
				return { suppression: await suppress(ctx.database, caller.ownerId, added, { now: new Date(ctx.now()) }) };
			},
			importSuppressions: ({ caller, body }) =>
				suppressAll(ctx.database, caller.ownerId, body.targets, new Date(ctx.now())),
			exportSuppressions: async ({ caller, query }) =>
				csvReply("suppression-list", suppressionsCsv(ctx.database, caller.ownerId, query)),
			allowAddress: async ({ caller, body }) => ({
				removed: await allowAddress(ctx.database, caller.ownerId, body.address),
			}),
			async removeSuppression({ caller, query }) {
				await removeSuppression(ctx.database, caller.ownerId, query.target);
				return undefined;
			},
		}),
	],
};
