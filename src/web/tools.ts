/** The screens of all tools, one line each; besides `server/tools.ts` the only file that names a tool. */

export { screens as activity } from "#tools/activity/web/screens.ts";
export { screens as activityScore } from "#tools/activity-score/web/screens.ts";
export { screens as aiPersonalizer } from "#tools/ai-personalizer/web/screens.ts";
export { screens as ask } from "#tools/ask/web/screens.ts";
export { screens as blockFilter } from "#tools/block-filter/web/screens.ts";
export { screens as categorizer } from "#tools/categorizer/web/screens.ts";
export { screens as composer } from "#tools/composer/web/screens.ts";
export { screens as contacts } from "#tools/contacts/web/screens.ts";
export { screens as dashboard } from "#tools/dashboard/web/screens.ts";
export { screens as enrichment } from "#tools/enrichment/web/screens.ts";
export { screens as followUpTracker } from "#tools/follow-up-tracker/web/screens.ts";
export { screens as hub } from "#tools/hub/web/screens.ts";
export { screens as inbox } from "#tools/inbox/web/screens.ts";
export { screens as smartArchive } from "#tools/smart-archive/web/screens.ts";
export { screens as snoozed } from "#tools/snoozed/web/screens.ts";
export { screens as spamAnalyzer } from "#tools/spam-analyzer/web/screens.ts";
export { screens as unsubscriber } from "#tools/unsubscriber/web/screens.ts";
export { screens as validator } from "#tools/validator/web/screens.ts";
