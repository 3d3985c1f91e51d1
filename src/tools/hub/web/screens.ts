import { Waypoints } from "lucide-react";
import { syncHistoryPath } from "#shared/brand.ts";
import type { ConsentKind } from "#web/lib/consent.ts";
import { defineScreens, type PageModule } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";
import type { CallbackParams } from "./connect/oauth-callback.ts";

export interface HubSearch {
	/** The mailbox to reconnect. */
	reconnect?: string;
}

export interface HistorySearch {
	/** The mailbox; absent: the selected one. */
	account?: string;
}

const id = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** Query parameters that the provider adds to the redirect URI. */
const consentReturn = (raw: Record<string, unknown>): CallbackParams => ({
	code: text(raw.code),
	state: text(raw.state),
	error: text(raw.error),
});

/** The pages that connect a mailbox of this provider. */
const consentScreens = <const Kind extends ConsentKind>(kind: Kind, name: string) =>
	[
		{
			path: `/auth/${kind}/start` as const,
			title: `Connect ${name}`,
			load: async (): Promise<PageModule> => ({ default: (await import("./connect/start-page.tsx")).startPages[kind] }),
		},
		{
			path: `/auth/${kind}/callback` as const,
			title: `Connecting ${name}`,
			// The session may expire during the redirect: the page handles that itself.
			guarded: false,
			load: async (): Promise<PageModule> => ({
				default: (await import("./connect/callback-page.tsx")).callbackPages[kind],
			}),
			search: consentReturn,
		},
	] as const;

export const screens = defineScreens({
	manifest: tool,
	icon: Waypoints,
	key: "h",
	screens: [
		{
			path: tool.path,
			title: tool.title,
			load: () => import("./hub-page.tsx"),
			search: (raw): HubSearch => (id(raw.reconnect) ? { reconnect: id(raw.reconnect) } : {}),
		},
		{
			path: syncHistoryPath,
			title: "Sync history",
			load: () => import("./history/history-page.tsx"),
			search: (raw): HistorySearch => (id(raw.account) ? { account: id(raw.account) } : {}),
		},
		...consentScreens("gmail", "Gmail"),
		...consentScreens("outlook", "Outlook"),
	],
});
