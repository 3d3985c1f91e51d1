import { Inbox } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./base/search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Inbox,
	key: "i",
	loadBadge: () => import("./folders/unread-count.tsx"),
	loadRail: () => import("./folders/folder-tree.tsx"),
	screens: [
		{
			// One route for the list and for a message in it, so that the list stays mounted while messages open.
			path: "/inbox/{-$emailId}",
			title: tool.title,
			search: readSearchParams,
			load: () => import("./inbox-page.tsx"),
		},
	],
});
