import { Activity } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { readListSearch } from "../lists.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Activity,
	screens: [{ path: tool.path, title: tool.title, load: () => import("./score-page.tsx"), search: readListSearch }],
});
