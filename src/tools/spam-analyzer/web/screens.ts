import { ShieldAlert } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./entry.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: ShieldAlert,
	loadSenderPassport: () => import("./passport/sender-passport.tsx"),
	loadBadge: () => import("./watch/new-changes.tsx"),
	screens: [
		{ path: tool.path, title: tool.title, search: readSearchParams, load: () => import("./spam-analyzer-page.tsx") },
	],
});
