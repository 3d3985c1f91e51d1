import { Waypoints } from "lucide-react";
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
	],
});
