import { settingsContract } from "#shared/contracts/settings.ts";
import { leave } from "../closing/leave.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../module.ts";
import { disconnectKeepingMail } from "./disconnect.ts";
import { failedSyncMailJob } from "./failed-sync.ts";
import { readPreferences, writePreferences } from "./store.ts";

/** What a person decides about themselves, their mailboxes and their account here. */
export const settingsModule: ServerModule = {
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
				await leave(ctx, caller, body.confirm);
				return undefined;
			},
		}),
	],
};
