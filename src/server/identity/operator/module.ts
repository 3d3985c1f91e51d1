import { operatorContract } from "#shared/contracts/operator.ts";
import { implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { Context } from "../auth/context.ts";
import { createInvitation, deleteInvitation, listInvitations } from "../auth/links/invitations.ts";
import { deleteMessage } from "../contact/store.ts";
import { cancelAnyJob, listAllJobs, retryAnyJob } from "./jobs.ts";
import { readSystemMail, sendTestMail } from "./mail.ts";
import { checkSignInProviders } from "./oauth.ts";
import { createStorageMeter, readOverview } from "./overview.ts";
import { listFailingSubscribers, retrySubscriber } from "./subscribers.ts";

const TEST_MAILS = { max: 20, window: 60 * 60 };

/** The operator's pages. */
export const operatorModule: ServerModule<Context> = {
	name: "operator",
	routes(ctx) {
		const measureStorage = createStorageMeter(ctx);
		const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
		return [
			implement(operatorContract, {
				getOperatorOverview: () => readOverview(ctx),
				getOperatorStorage: () => measureStorage(),
				listAllJobs: ({ query }) => listAllJobs(ctx, query),
				async retryAnyJob({ params }) {
					await retryAnyJob(ctx, params.id);
					return undefined;
				},
				async cancelAnyJob({ params }) {
					await cancelAnyJob(ctx, params.id);
					return undefined;
				},
				listFailingSubscribers: ({ query }) => listFailingSubscribers(ctx, query),
				async retrySubscriber({ body }) {
					await retrySubscriber(ctx, body);
					return undefined;
				},
				getSystemMail: () => readSystemMail(ctx),
				async sendTestMail({ body, caller }) {
					await limits.check(`test-mail:${caller.ownerId}`, TEST_MAILS);
					return sendTestMail(ctx, body.to);
				},
				checkSignInProviders: async ({ request }) => ({ items: await checkSignInProviders(ctx, request) }),
				async deleteContactMessage({ params }) {
					await deleteMessage(ctx.database, params.id);
					return undefined;
				},
				listInvitations: ({ query }) => listInvitations(ctx.database, query),
				async createInvitation({ caller, body }) {
					const { invitation, token } = await createInvitation(ctx.database, caller.ownerId, {
						...body,
						now: ctx.now(),
					});
					return { invitation, url: `${ctx.config.baseUrl}/auth?mode=sign-up&invitation=${token}` };
				},
				async deleteInvitation({ params }) {
					await deleteInvitation(ctx.database, params.id);
					return undefined;
				},
			}),
		];
	},
};
