import { Sparkles } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Sparkles,
	screens: [{ path: tool.path, title: tool.title, load: () => import("./assistant-page.tsx") }],
});
