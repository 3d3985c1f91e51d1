import { createContext, useContext } from "react";
import { hubPath } from "#shared/brand.ts";
import type { FeatureId, ToolFeature } from "#shared/features.ts";
import type { AppPath } from "./links.ts";

/** What this installation includes, for pages that link to optional tools. */
export interface Installed {
	/** Whether a page is registered at a path. */
	hasPath: (path: string) => path is AppPath;
	/** Features that a registered tool provides, and the route that opens each. */
	features: ReadonlyMap<FeatureId, ToolFeature & { launch: string }>;
	/** Titles of the tools' job kinds. */
	jobTitles: Readonly<Record<string, string>>;
}

export const InstalledContext = createContext<Installed>({
	hasPath: (_path): _path is AppPath => false,
	features: new Map(),
	jobTitles: {},
});

export function useInstalled(): Installed {
	return useContext(InstalledContext);
}

const dashboardPath = "/dashboard";

/** Target of dashboard links: the hub while no dashboard is registered. */
export function useDashboard(): AppPath {
	return useInstalled().hasPath(dashboardPath) ? dashboardPath : hubPath;
}
