import type { ToolScreens } from "./lib/screens.ts";
import * as registered from "./tools.ts";

/** Every tool in the web app, in rail order. */
export const tools: readonly ToolScreens[] = Object.values(registered).sort(
	(a, b) => a.manifest.position - b.manifest.position,
);
