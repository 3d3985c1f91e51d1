/** The screens of all tools, one line each; besides `server/tools.ts` the only file that names a tool. */
export { screens as activity } from "#tools/activity/web/screens.ts";
export { screens as blockFilter } from "#tools/block-filter/web/screens.ts";
export { screens as categorizer } from "#tools/categorizer/web/screens.ts";
export { screens as hub } from "#tools/hub/web/screens.ts";
export { screens as inbox } from "#tools/inbox/web/screens.ts";
export { screens as smartArchive } from "#tools/smart-archive/web/screens.ts";
export { screens as unsubscriber } from "#tools/unsubscriber/web/screens.ts";
