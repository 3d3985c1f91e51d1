import { onNewMail } from "#kernel/events.ts";
import type { MailContext, ServerModule } from "#kernel/module.ts";
import { recurring } from "#kernel/schedule.ts";
import { tool } from "../tool.ts";
import { applyFiltersJob } from "./apply/apply-job.ts";
import { filterNewMail } from "./apply/new-mail.ts";
import { planFiltersJob } from "./apply/plan-job.ts";
import { filterWork } from "./apply/work.ts";
import { provideActiveFilters, provideArchiveFilters } from "./archive-filters.ts";
import { maintainFilters } from "./maintenance.ts";
import { nativeRoutes } from "./native/routes.ts";
import { checkNativeRules, nativeJob } from "./native/sync.ts";
import { filterRoutes, scannerRoutes } from "./routes.ts";
import { screenerSettings } from "./screener/store.ts";

/** Rules that act on new mail and, on request, on stored mail; and a screener for first-time senders. */
export const blockFilterModule: ServerModule<MailContext> = {
	name: tool.id,
	notExported: ["filtered_emails", "filter_operations", "filter_plans"],
	subscriptions: [onNewMail(`${tool.id}.filters`, filterNewMail)],
	jobs: [nativeJob, planFiltersJob, applyFiltersJob],
	work: [filterWork],
	capabilities: [provideArchiveFilters, provideActiveFilters],
	settings: [screenerSettings],
	maintain: maintainFilters,
	// Each mailbox once a day; hourly, so that the work is spread.
	schedules: [recurring(`${tool.id}.native-rules`, "29 * * * *", checkNativeRules)],
	routes: (ctx) => [nativeRoutes(ctx), filterRoutes(ctx), scannerRoutes(ctx)],
};
