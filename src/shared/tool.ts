import type { KeyScope } from "./contract.ts";
import type { ToolFeature } from "./features.ts";

/** The four groups of the rail, in order. */
export const toolGroups = [
	{ id: "mail", title: "Mail" },
	{ id: "clean", title: "Clean" },
	{ id: "understand", title: "Understand" },
	{ id: "reach", title: "Reach" },
] as const;
export type ToolGroup = (typeof toolGroups)[number]["id"];

/** A tool's manifest: rail, hub, palette and API page read it, so a new tool needs no edits there. */
export interface ToolManifest {
	/** The folder's name under `src/tools`. */
	id: string;
	/** As the rail and the palette show it. */
	title: string;
	/** One-line description. */
	summary: string;
	/** Its main route. */
	path: string;
	/**
	 * Its group in the rail; without a heading, `home`: above the groups; null: below them. `palette`: not in the rail, opened
	 * from the command palette.
	 */
	group: ToolGroup | "home" | "palette" | null;
	/** Order in the rail, within its group. */
	position: number;
	/** Hub features it provides; a feature that no registered tool provides is not listed. */
	features?: readonly ToolFeature[];
	/** The scope that an API key needs for its routes, except for those that name another. */
	scope: KeyScope;
	/** Titles of its job kinds, as lists of jobs show them. */
	jobs?: Readonly<Record<string, string>>;
}

/** Declares a tool; exists so that a manifest is type-checked where it is written. */
export function defineTool<const T extends ToolManifest>(manifest: T): T {
	return manifest;
}
