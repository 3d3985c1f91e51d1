import { BadgeCheck } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

/** The same page at both addresses: two would load its parts from more chunks. */
const load = () => import("./validator-page.tsx");

export const screens = defineScreens({
	manifest: tool,
	icon: BadgeCheck,
	key: "v",
	screens: [
		{ path: tool.path, title: tool.title, load },
		{ path: "/tool/bulk-validator", title: tool.title, load },
	],
});
