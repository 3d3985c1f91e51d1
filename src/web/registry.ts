import { screens as activity } from "#tools/activity/web/screens.ts";
import { screens as blockFilter } from "#tools/block-filter/web/screens.ts";
import { screens as categorizer } from "#tools/categorizer/web/screens.ts";
import { screens as hub } from "#tools/hub/web/screens.ts";
import { screens as inbox } from "#tools/inbox/web/screens.ts";
import { screens as smartArchive } from "#tools/smart-archive/web/screens.ts";
import { screens as unsubscriber } from "#tools/unsubscriber/web/screens.ts";
import type { ToolScreens } from "./lib/screens.ts";

/** Every tool in the web app, in rail order; the only file that names them. */
export const tools: readonly ToolScreens[] = [
	inbox,
	hub,
	unsubscriber,
	categorizer,
	smartArchive,
	blockFilter,
	activity,
];
