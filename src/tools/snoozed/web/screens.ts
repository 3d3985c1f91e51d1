import { AlarmClock } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: AlarmClock,
	key: "z",
	loadBadge: () => import("./returned-count.tsx"),
	loadOverlay: () => import("./time-host.tsx"),
	loadInboxExtension: () => import("./inbox-extension.ts"),
	screens: [{ path: tool.path, title: tool.title, load: () => import("./snoozed-page.tsx") }],
});
