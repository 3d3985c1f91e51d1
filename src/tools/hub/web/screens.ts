import { Waypoints } from "lucide-react";
import { syncHistoryPath } from "#shared/brand.ts";
import { consentKinds, providerInfo } from "#shared/providers.ts";
import { defineScreens, type PageModule } from "#web/lib/screens/screens.ts";
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

/** The pages that connect mailboxes by consent, of each kind. */
const startScreens = consentKinds.map((kind) => ({
	path: `/auth/${kind}/start` as const,
	title: `Connect ${providerInfo(kind).shortName}`,
	load: async (): Promise<PageModule> => ({ default: (await import("./connect/start-page.tsx")).startPage(kind) }),
}));
const callbackScreens = consentKinds.map((kind) => ({
	path: `/auth/${kind}/callback` as const,
	title: `Connecting ${providerInfo(kind).shortName}`,
	// The session may expire during the redirect: the page handles that itself.
	guarded: false,
	load: async (): Promise<PageModule> => ({
		default: (await import("./connect/callback-page.tsx")).callbackPage(kind),
	}),
	search: consentReturn,
}));

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
		...startScreens,
		...callbackScreens,
	],
});
