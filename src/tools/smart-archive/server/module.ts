import { createPlan, registerChangeKind } from "#kernel/changes.ts";
import { onNewMail } from "#kernel/events.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { smartArchiveContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { analysisJob, startAnalysis } from "./analysis/job.ts";
import { listCopies } from "./analysis/list-duplicates.ts";
import { readAnalysis } from "./analysis/read.ts";
import { whereOf } from "./analysis/selections.ts";
import { deleteBackup } from "./backups/delete.ts";
import { downloadBackup } from "./backups/download.ts";
import { backupJob, startBackup } from "./backups/job.ts";
import { keepBackup } from "./backups/keep.ts";
import { expireBackups, getBackup, listBackups } from "./backups/store.ts";
import { detachKind } from "./detach/change-kind.ts";
import { detachJob, startDetaching } from "./detach/job.ts";
import { restoreJob, startRestore } from "./restore/job.ts";
import { planRestore } from "./restore/plan.ts";
import { readSpace } from "./space.ts";
import { startSweeps, sweepJob } from "./sweeps/job.ts";
import { previewSweep, saveSweep, sweepNewMail } from "./sweeps/run.ts";
import { deleteRule, getRule, listRules, presentRule, setActive } from "./sweeps/store.ts";

/** Storage analysis, and cleaning up. */
export const smartArchiveModule: ServerModule<MailContext> = {
	name: tool.id,
	notExported: ["message_fingerprints", "duplicate_emails", "storage_analyses", "mail_restore_items"],
	jobs: [analysisJob, backupJob, detachJob, restoreJob, sweepJob],
	maintain: expireBackups,
	start: async (ctx) => registerChangeKind(ctx, detachKind),
	// A rule runs once a day; hourly, so that the work is spread.
	schedules: [recurring(`${tool.id}.sweeps`, "43 * * * *", startSweeps)],
	subscriptions: [onNewMail(`${tool.id}.sweeps`, sweepNewMail)],
	routes: (ctx) => [
		implement(smartArchiveContract, {
			getAnalysis: ({ caller, query }) => readAnalysis(ctx, caller.ownerId, query.account ?? null),
			analyzeStorage: async ({ caller, body }) => ({
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
			listBackups: ({ caller, query }) => listBackups(ctx, caller.ownerId, query),
			downloadBackup: ({ caller, params, request }) => downloadBackup(ctx, caller.ownerId, params.id, request),
			planRestore: ({ caller, params, query }) => planRestore(ctx, caller.ownerId, params.id, query.account ?? null),
			startRestore: async ({ caller, params, body }) => ({
				job: await startRestore(ctx, caller.ownerId, params.id, body.account ?? null),
			}),
			keepBackup: ({ caller, params, body }) => keepBackup(ctx, caller.ownerId, params.id, body.keepDays),
			async deleteBackup({ caller, params }) {
				await deleteBackup(ctx, caller.ownerId, params.id);
				return undefined;
			},
			detachAttachments: async ({ caller, body }) => ({ job: await startDetaching(ctx, caller.ownerId, body.plan) }),
			previewSweep: ({ caller, body }) => previewSweep(ctx, caller.ownerId, body),
			async saveSweep({ caller, body }) {
				const { rule, started } = await saveSweep(ctx, caller.ownerId, body.rule, body.plan ?? null);
				return { sweep: await presentRule(ctx, rule), job: started?.job ?? null };
			},
			async listSweeps({ caller, query }) {
				const rules = await listRules(ctx, caller.ownerId, query.account ?? null);
				return { items: await Promise.all(rules.map((rule) => presentRule(ctx, rule))) };
			},
			async updateSweep({ caller, params, body }) {
				await setActive(ctx, caller.ownerId, params.id, body.isActive);
				return presentRule(ctx, await getRule(ctx, caller.ownerId, params.id));
			},
			async deleteSweep({ caller, params }) {
				await deleteRule(ctx, caller.ownerId, params.id);
				return undefined;
			},
		}),
	],
};
