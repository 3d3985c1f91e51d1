import { authScreens } from "./auth/screens.ts";
import { operatorScreens } from "./operator/screens.ts";
import { type ToolScreen, tools } from "./registry.ts";
import { settingsScreens } from "./settings/screens.ts";
import { siteScreens } from "./site/screens.ts";

/** Pages without the rail: the public site and sign-in. */
export const siteArea = [...siteScreens, ...authScreens];

/** Pages next to the rail: those of every registered tool, and settings. */
export const toolArea = [
	...tools.flatMap((tool): readonly ToolScreen[] => tool.screens),
	...settingsScreens,
	...operatorScreens,
];
