import { Archive } from "lucide-react";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";
import { isView, type View } from "./views.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Archive,
	key: "a",
	screens: [
		{
			path: tool.path,
			title: "Smart Archive Utility",
			load: () => import("./smart-archive-page.tsx"),
			search: ({ view }): { view?: View } => (isView(view) ? { view } : {}),
		},
	],
});
