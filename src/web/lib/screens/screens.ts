import type { LucideIcon } from "lucide-react";
import type { ToolGroup, ToolManifest } from "#shared/tool.ts";
import type { Command } from "./commands.tsx";
import type { InboxExtension } from "./inbox-extension.ts";
import type { MailAction, SenderPassport } from "./mail-actions.ts";

/** One route of a tool (or of the site). */
export interface Screen<Path extends string = string> {
	/** In the router's syntax: "/inbox", "/inbox/$id". */
	path: Path;
	/** Document title; also announced when the route changes. */
	title: string;
	/** Loaded when the route is first visited (and on hover over a link to it). */
	load: () => Promise<PageModule>;
	/** Signed-out visitors are sent to sign in first; true when absent. */
	guarded?: boolean;
	/** An additional entry in the rail, besides the manifest's own. */
	rail?: { title: string; icon: LucideIcon; group: ToolGroup };
	/** Parses the URL's search parameters into what the page reads with `useSearch`; must not throw. */
	search?: (raw: Record<string, unknown>) => object;
}

/**
 * A module whose default export is a component without props. Its result is not typed: pages contain links, and the
 * types of links come from the routes, so the types of routes must not depend on what a page returns.
 */
export interface PageModule {
	default: () => void;
}

/** A tool's part of the web app: small, loaded at start; its screens load when they are visited. */
export interface ToolScreens<Screens extends readonly [Screen, ...Screen[]] = readonly [Screen, ...Screen[]]> {
	manifest: ToolManifest;
	icon: LucideIcon;
	/** The first is the tool's main page. */
	screens: Screens;
	/** The count next to the rail's entry, such as unread messages: a component that shows it, or nothing. */
	loadBadge?: () => Promise<PageModule>;
	/** Below the tool's entry in the rail, while one of its pages is open: a component with list items, such as folders. */
	loadRail?: () => Promise<PageModule>;
	/** Commands that work on every page of a signed-in user, also before anything of the tool is loaded. */
	commands?: readonly Command[];
	/** Shown over every page of a signed-in user: a component such as the composer's windows. */
	loadOverlay?: () => Promise<PageModule>;
	/** Actions on the email that is open in the inbox. */
	loadMailActions?: () => Promise<{ mailActions: readonly MailAction[] }>;
	/** What is known about the sender of an email, shown when its name is opened in the inbox. */
	loadSenderPassport?: () => Promise<{ SenderPassport: SenderPassport }>;
	/** Actions on conversations, marks of messages, and what is above the inbox. */
	loadInboxExtension?: () => Promise<{ inboxExtension: InboxExtension }>;
	/** `g` followed by this key opens the tool. */
	key?: string;
}

/** Declares a tool's screens; `src/web/tools.ts` lists them. Keeps the types of paths and search parameters. */
export function defineScreens<const Screens extends readonly [Screen, ...Screen[]]>(
	screens: ToolScreens<Screens>,
): ToolScreens<Screens> {
	return screens;
}

/** Declares pages that belong to no tool. */
export function definePages<const Screens extends readonly Screen[]>(screens: Screens): Screens {
	return screens;
}
