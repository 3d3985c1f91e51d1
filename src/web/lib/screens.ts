import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { ToolGroup, ToolManifest } from "#shared/tool.ts";

/** One route of a tool (or of the site). */
export interface Screen {
	/** In the router's syntax: "/inbox", "/inbox/$id". */
	path: string;
	/** Document title; also announced when the route changes. */
	title: string;
	/** Loaded when the route is first visited (and on hover over a link to it). */
	load: () => Promise<{ default: ComponentType }>;
	/** Signed-out visitors are sent to sign in first; true when absent. */
	guarded?: boolean;
	/** An additional entry in the rail, besides the manifest's own. */
	rail?: { title: string; icon: LucideIcon; group: ToolGroup };
	/** Parses the URL's search parameters into what the page reads with `useSearch`; must not throw. */
	search?: (raw: Record<string, unknown>) => Record<string, unknown>;
}

/** A tool's part of the web app: small, loaded at start; its screens load when they are visited. */
export interface ToolScreens {
	manifest: ToolManifest;
	icon: LucideIcon;
	screens: readonly Screen[];
	/** A hook: the count next to the rail's entry, such as unread messages. */
	useBadge?: () => number | undefined;
	/** `g` followed by this key opens the tool. */
	key?: string;
}

/** Declares a tool's screens; `src/web/tools.ts` lists them. */
export function defineScreens(screens: ToolScreens): ToolScreens {
	return screens;
}
