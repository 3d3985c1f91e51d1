import { UserRoundSearch } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: UserRoundSearch,
	screens: [
		{
			...{ path: tool.path, title: tool.title },
			// An address to look up, from a link elsewhere.
			search: ({ email }): { email?: string } => (typeof email === "string" ? { email: email.slice(0, 320) } : {}),
			load: () => import("./enrichment-page.tsx"),
		},
	],
});
