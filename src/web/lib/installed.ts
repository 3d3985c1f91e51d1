import { createContext, useContext } from "react";
import { hubPath } from "#shared/brand.ts";
import type { FeatureId } from "#shared/features.ts";

/** What this installation has, for pages that offer ways to tools which may not be there. */
export interface Installed {
	/** Tells whether a page is registered under a path. */
	hasPath: (path: string) => boolean;
	/** Features that a registered tool brings. */
	features: ReadonlySet<FeatureId>;
}

export const InstalledContext = createContext<Installed>({ hasPath: () => false, features: new Set() });

export function useInstalled(): Installed {
	return useContext(InstalledContext);
}

const dashboardPath = "/dashboard";

/** Where buttons to the dashboard lead: the hub, while no page is registered there. */
export function useDashboard(): string {
	return useInstalled().hasPath(dashboardPath) ? dashboardPath : hubPath;
}
