import { authScreens } from "./auth/screens.ts";
import type { Screen } from "./lib/screens.ts";
import { operatorScreens } from "./operator/screens.ts";
import { tools } from "./registry.ts";
import { settingsScreens } from "./settings/screens.ts";
import { siteScreens } from "./site/screens.ts";

/** Pages without the rail: the public site and sign-in. */
export const siteArea: readonly Screen[] = [...siteScreens, ...authScreens];

/** Pages next to the rail: those of every registered tool, and settings. */
export const toolArea: readonly Screen[] = [
	...tools.flatMap((tool) => tool.screens),
	...settingsScreens,
	...operatorScreens,
];
