import { createContext, useContext } from "react";
import { hubPath } from "#shared/brand.ts";
import type { FeatureId, ToolFeature } from "#shared/features.ts";
import type { AppPath } from "../base/links.ts";
import type { InboxExtension } from "./inbox-extension.ts";
import type { MailAction, SenderPassport } from "./mail-actions.ts";

/** What this installation includes, for pages that link to optional tools. */
export interface Installed {
	/** Whether a page is registered at a path. */
	hasPath: (path: string) => path is AppPath;
	/** Name of the tool at a path; undefined: none is registered there. */
	titleOf: (path: string) => string | undefined;
	/** Features that a registered tool provides, and the route that opens each. */
	features: ReadonlyMap<FeatureId, ToolFeature & { launch: string }>;
	/** Titles of the tools' job kinds. */
	jobTitles: Readonly<Record<string, string>>;
	/** What the registered tools offer for an open email. */
	loadMailActions: () => Promise<readonly MailAction[]>;
	/** What shows a sender's passport; null: no registered tool does. */
	loadSenderPassport: () => Promise<SenderPassport | null>;
	/** What the registered tools add to the inbox. */
	loadInboxExtensions: () => Promise<readonly InboxExtension[]>;
}

export const InstalledContext = createContext<Installed>({
	hasPath: (_path): _path is AppPath => false,
	titleOf: () => undefined,
	features: new Map(),
	jobTitles: {},
	loadMailActions: () => Promise.resolve([]),
	loadSenderPassport: () => Promise.resolve(null),
	loadInboxExtensions: () => Promise.resolve([]),
});

export function useInstalled(): Installed {
	return useContext(InstalledContext);
}

const dashboardPath = "/dashboard";

/** Target of dashboard links: the hub while no dashboard is registered. */
export function useDashboard(): AppPath {
	return useInstalled().hasPath(dashboardPath) ? dashboardPath : hubPath;
}
