import { getAccount } from "#kernel/mail.ts";
import { type Implementation, implement, type MailContext } from "#kernel/module.ts";
import { filtersContract } from "../contract.ts";
import { gmailScannerContract } from "../scanner-contract.ts";
import { startApplying } from "./apply/apply-job.ts";
import { planningJob, startPlanning } from "./apply/plan-job.ts";
import { listPlans } from "./apply/plan-store.ts";
import { scanAndApply } from "./apply/scanner.ts";
import { exportFilters } from "./files/export.ts";
import { readFilters } from "./files/read.ts";
import { notifyNative } from "./native/sync.ts";
import { previewRule } from "./rules/preview.ts";
import { changeRule, checkRule, makeRules } from "./rules/rules.ts";
import { type FilterRow, listStoredRules, orderRules, presentRules, readRule, setDeleted } from "./rules/store.ts";
import { listWarnings } from "./rules/warnings.ts";
import { previewScreener } from "./screener/recent.ts";
import { decideSenders, screenerPage, setScreener } from "./screener/screener.ts";

/** Filters and the screener. */
export function filterRoutes(ctx: MailContext): Implementation {
	const present = (ownerId: string, rows: readonly FilterRow[]) => presentRules(ctx.database, ownerId, rows);
	const presentOne = async (ownerId: string, row: FilterRow) => {
		const [filter] = await present(ownerId, [row]);
		if (filter === undefined) throw new Error("The filter was not returned");
		return filter;
	};
	return implement(filtersContract, {
		async listFilters({ caller }) {
			return { items: await present(caller.ownerId, await listStoredRules(ctx.database, caller.ownerId)) };
		},
		async createFilter({ caller, body }) {
			const [row] = await makeRules(ctx, caller.ownerId, [body]);
			if (row === undefined) throw new Error("The rule was not made");
			await notifyNative(ctx, caller.ownerId);
			return presentOne(caller.ownerId, row);
		},
		async createFilters({ caller, body }) {
			const rows = await makeRules(ctx, caller.ownerId, body.filters);
			await notifyNative(ctx, caller.ownerId);
			return { items: await present(caller.ownerId, rows) };
		},
		async updateFilter({ caller, params, body }) {
			const row = await changeRule(ctx, caller.ownerId, params.id, body);
			await notifyNative(ctx, caller.ownerId);
			return presentOne(caller.ownerId, row);
		},
		async deleteFilter({ caller, params }) {
			await setDeleted(ctx.database, caller.ownerId, params.id, true);
			await notifyNative(ctx, caller.ownerId);
			return undefined;
		},
		async restoreFilter({ caller, params }) {
			await setDeleted(ctx.database, caller.ownerId, params.id, false);
			await notifyNative(ctx, caller.ownerId);
			return presentOne(caller.ownerId, await readRule(ctx.database, caller.ownerId, params.id));
		},
		async orderFilters({ caller, body }) {
			await orderRules(ctx.database, caller.ownerId, body.ids);
			await notifyNative(ctx, caller.ownerId);
			return { items: await present(caller.ownerId, await listStoredRules(ctx.database, caller.ownerId)) };
		},
		async previewFilter({ caller, body }) {
			const rule = await checkRule(ctx, caller.ownerId, body.draft);
			return previewRule(ctx, caller.ownerId, rule, body);
		},
		async checkFilters({ caller }) {
			return { items: await listWarnings(ctx, caller.ownerId) };
		},
		planFilters: async ({ caller, body }) => ({ job: await startPlanning(ctx, caller.ownerId, body) }),
		async listFilterPlans({ caller, params, query }) {
			await planningJob(ctx, caller.ownerId, params.id);
			return listPlans(ctx.database, { ownerId: caller.ownerId, jobId: params.id }, query);
		},
		applyFilters: async ({ caller, params }) => ({ job: await startApplying(ctx, caller.ownerId, params.id) }),
		exportFilters: ({ caller, query }) => exportFilters(ctx, caller.ownerId, query.format),
		readFilters: ({ caller, query, request }) =>
			readFilters(ctx, caller.ownerId, { body: request.body, format: query.format ?? null }),
		getScreener: ({ caller, query }) => screenerPage(ctx, caller.ownerId, query),
		async getScreenerPreview({ caller, query }) {
			await getAccount(ctx, caller.ownerId, query.account);
			return previewScreener(ctx, { ownerId: caller.ownerId, accountId: query.account }, query);
		},
		setScreener: ({ caller, body }) => setScreener(ctx, caller.ownerId, body),
		async decideSenders({ caller, body }) {
			await getAccount(ctx, caller.ownerId, body.account);
			return { operations: await decideSenders(ctx, caller.ownerId, body) };
		},
	});
}

/** The function of the specification. */
export function scannerRoutes(ctx: MailContext): Implementation {
	return implement(gmailScannerContract, {
		"gmail-scanner": ({ caller, body, signal }) => scanAndApply(ctx, caller.ownerId, body.filters ?? null, signal),
	});
}
