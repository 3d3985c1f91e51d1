import { implement } from "#server/http/implement.ts";
import { createPlan } from "#server/mailbox/changes/plan.ts";
import type { ServerModule } from "#server/module.ts";
import { smartArchiveContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { analysisJob, startAnalysis } from "./analysis/job.ts";
import { readAnalysis } from "./analysis/read.ts";
import { deleteBackup } from "./backups/delete.ts";
import { downloadBackup } from "./backups/download.ts";
import { backupJob, startBackup } from "./backups/job.ts";
import { forgetOldBackups, getBackup, listBackups } from "./backups/store.ts";
import { listCopies } from "./duplicates/list.ts";
import { whereOf } from "./selections.ts";
import { readSpace } from "./space.ts";

/** What fills the mailbox, and clearing it away. */
export const smartArchiveModule: ServerModule = {
	name: tool.id,
	jobs: [analysisJob, backupJob],
	tidy: forgetOldBackups,
	routes: (ctx) => [
		implement(smartArchiveContract, {
			getAnalysis: ({ caller, query }) => readAnalysis(ctx, caller.ownerId, query.account ?? null),
			analyseStorage: async ({ caller, body }) => ({
				job: await startAnalysis(ctx, caller.ownerId, body.account ?? null),
			}),
			getSpace: ({ caller, query }) => readSpace(ctx, caller.ownerId, query.account ?? null, query.by),
			planCleanup: ({ caller, body }) =>
				createPlan(ctx, caller.ownerId, {
					action: { type: body.action },
					where: whereOf(body.selection, ctx.now()),
					account: body.account,
					source: tool.id,
				}),
			listCopies: ({ caller, query }) => listCopies(ctx, caller.ownerId, query.account ?? null, query),
			async startBackup({ caller, body }) {
				const { id, job } = await startBackup(ctx, caller.ownerId, body);
				return { backup: await getBackup(ctx, caller.ownerId, id), job };
			},
			listBackups: async ({ caller }) => ({ items: await listBackups(ctx, caller.ownerId) }),
			downloadBackup: ({ caller, params, request }) => downloadBackup(ctx, caller.ownerId, params.id, request),
			async deleteBackup({ caller, params }) {
				await deleteBackup(ctx, caller.ownerId, params.id);
				return undefined;
			},
		}),
	],
};
