import { Waypoints } from "lucide-react";
import { syncHistoryPath } from "#shared/brand.ts";
import type { ConsentKind } from "#web/lib/consent.ts";
import { defineScreens, type Screen } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";

const id = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** The pages that connect a mailbox of this provider. */
const consentScreens = (kind: ConsentKind, name: string): Screen[] => [
	{
		path: `/auth/${kind}/start`,
		title: `Connect ${name}`,
		load: async () => ({ default: (await import("./connect/start-page.tsx")).startPages[kind] }),
	},
	{
		path: `/auth/${kind}/callback`,
		title: `Connecting ${name}`,
		// The session may expire during the redirect: the page handles that itself.
		guarded: false,
		load: async () => ({ default: (await import("./connect/callback-page.tsx")).callbackPages[kind] }),
		search: (raw) => ({ code: text(raw.code), state: text(raw.state), error: text(raw.error) }),
	},
];

export const screens = defineScreens({
	manifest: tool,
	icon: Waypoints,
	key: "h",
	screens: [
		{
			path: tool.path,
			title: tool.title,
			load: () => import("./hub-page.tsx"),
			/** The mailbox to reconnect. */
			search: (raw) => (id(raw.reconnect) ? { reconnect: id(raw.reconnect) } : {}),
		},
		{
			path: syncHistoryPath,
			title: "Sync history",
			load: () => import("./history/history-page.tsx"),
			search: (raw) => (id(raw.account) ? { account: id(raw.account) } : {}),
		},
		...consentScreens("gmail", "Gmail"),
		...consentScreens("outlook", "Outlook"),
	],
});
