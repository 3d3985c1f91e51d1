import { Waypoints } from "lucide-react";
import { syncHistoryPath } from "#shared/brand.ts";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";

const id = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export const screens = defineScreens({
	manifest: tool,
	icon: Waypoints,
	key: "h",
	screens: [
		{
			path: tool.path,
			title: tool.title,
			load: () => import("./hub-page.tsx"),
			/** The mailbox to sign in to again. */
			search: (raw) => (id(raw.reconnect) ? { reconnect: id(raw.reconnect) } : {}),
		},
		{
			path: syncHistoryPath,
			title: "Sync history",
			load: () => import("./history/history-page.tsx"),
			search: (raw) => (id(raw.account) ? { account: id(raw.account) } : {}),
		},
	],
});
