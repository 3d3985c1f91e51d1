import { Tags } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./base/search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Tags,
	key: "c",
	screens: [
		{
			path: tool.path,
			title: tool.title,
			search: readSearchParams,
			load: () => import("./categorizer-page.tsx"),
		},
	],
});
