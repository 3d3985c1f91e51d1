import * as registered from "./tools.ts";

type Registered = (typeof registered)[keyof typeof registered];

/** A screen of any tool, with its own path and search parameters. */
export type ToolScreen = Registered["screens"][number];

/** Every tool in the web app, in rail order. */
export const tools: readonly Registered[] = Object.values(registered).sort(
	(a, b) => a.manifest.position - b.manifest.position,
);
