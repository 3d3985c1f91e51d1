import { onNewMail } from "#kernel/events.ts";
import { getAccount } from "#kernel/mail.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { filtersContract, gmailScannerContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { filterNewMail } from "./apply/new-mail.ts";
import { applyFilters, planFilters } from "./apply/plans.ts";
import { scanAndApply } from "./apply/scanner.ts";
import { filterWork } from "./apply/work.ts";
import { exportFilters } from "./files/export.ts";
import { readFilters } from "./files/read.ts";
import { maintainFilters } from "./maintenance.ts";
import { nativeRoutes } from "./native/routes.ts";
import { checkNativeRules, nativeJob, notifyNative } from "./native/sync.ts";
import { previewRule } from "./rules/preview.ts";
import { changeRule, checkRule, makeRules } from "./rules/rules.ts";
import { listRules, orderRules, presentRule, readRule, setDeleted } from "./rules/store.ts";
import { listWarnings } from "./rules/warnings.ts";
import { decideSenders, screenerPage, setScreener } from "./screener/screener.ts";
import { screenerSettings } from "./screener/store.ts";

/** Rules that act on new mail and, on request, on stored mail; and a screener for first-time senders. */
export const blockFilterModule: ServerModule<MailContext> = {
	name: tool.id,
	notExported: ["filtered_emails", "filter_plans"],
	subscriptions: [onNewMail(`${tool.id}.filters`, filterNewMail)],
	jobs: [nativeJob],
	work: [filterWork],
	settings: [screenerSettings],
	maintain: maintainFilters,
	// Each mailbox once a day; hourly, so that the work is spread.
	schedules: [recurring(`${tool.id}.native-rules`, "29 * * * *", checkNativeRules)],
	routes: (ctx) => [
		nativeRoutes(ctx),
		implement(filtersContract, {
			async listFilters({ caller }) {
				return { items: (await listRules(ctx.database, caller.ownerId)).map(presentRule) };
			},
			async createFilter({ caller, body }) {
				const [row] = await makeRules(ctx, caller.ownerId, [body]);
				if (row === undefined) throw new Error("The rule was not made");
				await notifyNative(ctx, caller.ownerId);
				return presentRule(row);
			},
			async createFilters({ caller, body }) {
				const rows = await makeRules(ctx, caller.ownerId, body.filters);
				await notifyNative(ctx, caller.ownerId);
				return { items: rows.map(presentRule) };
			},
			async updateFilter({ caller, params, body }) {
				const row = await changeRule(ctx, caller.ownerId, params.id, body);
				await notifyNative(ctx, caller.ownerId);
				return presentRule(row);
			},
			async deleteFilter({ caller, params }) {
				await setDeleted(ctx.database, caller.ownerId, params.id, true);
				await notifyNative(ctx, caller.ownerId);
				return undefined;
			},
			async restoreFilter({ caller, params }) {
				await setDeleted(ctx.database, caller.ownerId, params.id, false);
				await notifyNative(ctx, caller.ownerId);
				return presentRule(await readRule(ctx.database, caller.ownerId, params.id));
			},
			async orderFilters({ caller, body }) {
				await orderRules(ctx.database, caller.ownerId, body.ids);
				await notifyNative(ctx, caller.ownerId);
				return { items: (await listRules(ctx.database, caller.ownerId)).map(presentRule) };
			},
			async previewFilter({ caller, body }) {
				const rule = await checkRule(ctx, caller.ownerId, body.draft);
				return previewRule(ctx, caller.ownerId, rule, body);
			},
			async checkFilters({ caller }) {
				return { items: await listWarnings(ctx, caller.ownerId) };
			},
			planFilters: ({ caller, body }) => planFilters(ctx, caller.ownerId, body),
			async applyFilters({ caller, body }) {
				return { items: await applyFilters(ctx, caller.ownerId, body.plans) };
			},
			exportFilters: ({ caller, query }) => exportFilters(ctx, caller.ownerId, query.format),
			readFilters: ({ caller, query, request }) => readFilters(ctx, caller.ownerId, request, query.format ?? null),
			getScreener: ({ caller, query }) => screenerPage(ctx, caller.ownerId, query),
			setScreener: ({ caller, body }) => setScreener(ctx, caller.ownerId, body),
			async decideSenders({ caller, body }) {
				await getAccount(ctx, caller.ownerId, body.account);
				return { operations: await decideSenders(ctx, caller.ownerId, body) };
			},
		}),
		implement(gmailScannerContract, {
			"gmail-scanner": ({ caller, body, signal }) => scanAndApply(ctx, caller.ownerId, body.filters ?? null, signal),
		}),
	],
};
