import type { FeatureId } from "./features.ts";

/** The four groups of the rail, in their order. */
export const toolGroups = [
	{ id: "mail", title: "Mail" },
	{ id: "clean", title: "Clean" },
	{ id: "understand", title: "Understand" },
	{ id: "reach", title: "Reach" },
] as const;
export type ToolGroup = (typeof toolGroups)[number]["id"];

/** What a tool says about itself: rail, hub, palette and API page read it, so that they need no edit for a new tool. */
export interface ToolManifest {
	/** The folder's name under `src/tools`. */
	id: string;
	/** As the rail and the palette show it. */
	title: string;
	/** One line about what it is for. */
	summary: string;
	/** Its main route. */
	path: string;
	/** Where the rail lists it; null: below the groups, without a heading. */
	group: ToolGroup | null;
	/** Which of the hub's features it brings; a feature that no registered tool brings shows as Not Available. */
	features?: readonly FeatureId[];
}

/** Declares a tool; exists so that a manifest is checked where it is written. */
export function defineTool<const T extends ToolManifest>(manifest: T): T {
	return manifest;
}
