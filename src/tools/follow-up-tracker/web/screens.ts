import { MailQuestion } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./base/search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: MailQuestion,
	loadInboxExtension: () => import("./inbox-extension.ts"),
	loadOverlay: () => import("./campaign-host.tsx"),
	screens: [
		{
			path: tool.path,
			title: tool.title,
			search: readSearchParams,
			load: () => import("./follow-up-tracker-page.tsx"),
		},
	],
});
