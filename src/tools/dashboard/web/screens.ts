import { LayoutDashboard } from "lucide-react";
import { rangeSearch } from "#web/lib/range/range-search.ts";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: LayoutDashboard,
	key: "o",
	screens: [{ path: tool.path, title: tool.title, load: () => import("./dashboard-page.tsx"), search: rangeSearch }],
});
