/** The servers of all tools, one line each; besides `web/tools.ts` the only file that names a tool. */
export { activityScoreModule } from "#tools/activity-score/server/module.ts";
export { aiPersonalizerModule } from "#tools/ai-personalizer/server/module.ts";
export { askModule } from "#tools/ask/server/module.ts";
export { blockFilterModule } from "#tools/block-filter/server/module.ts";
export { categorizerModule } from "#tools/categorizer/server/module.ts";
export { composerModule } from "#tools/composer/server/module.ts";
export { contactsModule } from "#tools/contacts/server/module.ts";
export { dashboardModule } from "#tools/dashboard/server/module.ts";
export { enrichmentModule } from "#tools/enrichment/server/module.ts";
export { followUpTrackerModule } from "#tools/follow-up-tracker/server/module.ts";
export { inboxModule } from "#tools/inbox/server/module.ts";
export { smartArchiveModule } from "#tools/smart-archive/server/module.ts";
export { snoozedModule } from "#tools/snoozed/server/module.ts";
export { spamAnalyzerModule } from "#tools/spam-analyzer/server/module.ts";
export { unsubscriberModule } from "#tools/unsubscriber/server/module.ts";
export { validatorModule } from "#tools/validator/server/module.ts";
