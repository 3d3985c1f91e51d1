import { createQuotas, recordReader } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { dashboardContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { readBrief } from "./brief/read-brief.ts";
import { writeBrief } from "./brief/write-brief.ts";
import { readCharts } from "./charts.ts";
import { recordAll, recordHealthJob } from "./health-history.ts";
import { readOverview } from "./overview.ts";
import { fullScanJob, startFullScan } from "./scan.ts";

/** Figures of a user's mail, full scans, and the health score over time. */
export const dashboardModule: ServerModule<MailContext> = {
	name: tool.id,
	jobs: [fullScanJob, recordHealthJob],
	schedules: [recurring(`${tool.id}.health`, "23 2 * * *", recordAll)],
	routes(ctx) {
		const { database } = ctx;
		const quotaOf = createQuotas(ctx);
		return [
			implement(dashboardContract, {
				get_email_statistics({ caller, query }) {
					recordReader(database);
					return readOverview(ctx, quotaOf, caller.ownerId, query.account ?? null);
				},
				getDashboardCharts({ caller, query }) {
					recordReader(database);
					return readCharts(ctx, caller.ownerId, query);
				},
				getBrief({ caller: { ownerId }, query }) {
					recordReader(database);
					return readBrief(ctx, { ...query, ownerId, account: query.account ?? null });
				},
				writeBrief: ({ caller: { ownerId }, body, signal }) =>
					writeBrief(ctx, { ...body, ownerId, account: body.account ?? null, signal }),
				"start-full-scan": async ({ caller, body }) => ({
					job: await startFullScan(ctx, caller.ownerId, body.account ?? null),
				}),
			}),
		];
	},
};
