/** The servers of all tools, one line each; besides `web/tools.ts` the only file that names a tool. */
export { blockFilterModule } from "#tools/block-filter/server/module.ts";
export { categorizerModule } from "#tools/categorizer/server/module.ts";
export { smartArchiveModule } from "#tools/smart-archive/server/module.ts";
export { unsubscriberModule } from "#tools/unsubscriber/server/module.ts";
