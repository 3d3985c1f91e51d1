import { recordReader } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { activityScoreContract } from "../contract.ts";
import { activityScoreSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { analyzeStale, generateScore, scoreActivityJob, scoreUpdates } from "./analyze.ts";
import { listActivityEmails } from "./emails.ts";
import { readReport } from "./report.ts";

/** The activity score: what a user's mail of the last 90 days shows. */
export const activityScoreModule: ServerModule<MailContext> = {
	name: tool.id,
	// Derived from mail.
	notExported: ["activity_analyses", "activity_messages"],
	settings: [activityScoreSettings],
	jobs: [scoreActivityJob],
	schedules: [recurring(`${tool.id}.analyze`, "*/5 * * * *", analyzeStale)],
	subscriptions: [scoreUpdates],
	routes(ctx) {
		return [
			implement(activityScoreContract, {
				getActivityScore({ caller, query }) {
					recordReader(ctx.database);
					return readReport(ctx, caller.ownerId, query);
				},
				generateActivityScore: async ({ caller, body }) => ({
					job: await generateScore(ctx, caller.ownerId, body.account ?? null),
				}),
				listActivityEmails({ caller, query }) {
					recordReader(ctx.database);
					return listActivityEmails(ctx, caller.ownerId, query);
				},
			}),
		];
	},
};
