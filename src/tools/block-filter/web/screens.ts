import { ShieldBan } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./base/search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: ShieldBan,
	key: "b",
	loadOverlay: () => import("./quick/filter-host.tsx"),
	screens: [
		{ path: tool.path, title: tool.title, search: readSearchParams, load: () => import("./block-filter-page.tsx") },
	],
});
