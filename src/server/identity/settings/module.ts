import { settingsContract } from "#shared/contracts/settings.ts";
import { failedSyncMailJob } from "../../mail/sync/failure-mail.ts";
import { implement } from "../../platform/http/implement.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { readPreferences, writePreferences } from "../../platform/settings/preferences.ts";
import { deleteOwnAccount } from "../account-deletion/request.ts";
import type { Context } from "../auth/context.ts";
import { disconnectKeepingMail } from "./disconnect.ts";

/** Settings of a user, their connected accounts and their own account. */
export const settingsModule: ServerModule<Context> = {
	name: "settings",
	jobs: [failedSyncMailJob],
	routes: (ctx) => [
		implement(settingsContract, {
			async getSettings({ caller }) {
				return {
					preferences: await readPreferences(ctx.database, caller.ownerId),
					canMail: ctx.mailer.configured,
					isOperator: caller.isOperator,
				};
			},
			async updateSettings({ caller, body }) {
				return { preferences: await writePreferences(ctx.database, caller.ownerId, body) };
			},
			disconnectKeepingMail: async ({ caller, params }) => ({
				account: await disconnectKeepingMail(ctx, caller.ownerId, params.id),
			}),
			async deleteMyAccount({ caller, body }) {
				await deleteOwnAccount(ctx, caller, body.confirm);
				return undefined;
			},
		}),
	],
};
