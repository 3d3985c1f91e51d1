import { Inbox } from "lucide-react";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";
import { useUnreadCount } from "./folders/use-folders.ts";
import { readAddress } from "./search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Inbox,
	key: "i",
	useBadge: useUnreadCount,
	screens: [
		{
			// One route for the list and for a message in it, so that the list stays mounted while messages open.
			path: "/inbox/{-$emailId}",
			title: tool.title,
			search: readAddress,
			load: () => import("./inbox-page.tsx"),
		},
	],
});
