import { Waypoints } from "lucide-react";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Waypoints,
	key: "h",
	screens: [{ path: tool.path, title: tool.title, load: () => import("./hub-page.tsx") }],
});
