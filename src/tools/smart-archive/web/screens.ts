import { Archive } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearch } from "./views.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Archive,
	key: "m",
	screens: [
		{
			path: tool.path,
			title: tool.title,
			load: () => import("./smart-archive-page.tsx"),
			search: readSearch,
		},
	],
});
