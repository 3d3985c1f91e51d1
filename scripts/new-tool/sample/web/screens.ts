import { ChartColumn } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: ChartColumn,
	screens: [{ path: tool.path, title: tool.title, load: () => import("./digests-page.tsx") }],
});
