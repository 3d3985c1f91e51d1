import { Contact } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./base/search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: Contact,
	screens: [
		{ path: tool.path, title: tool.title, search: readSearchParams, load: () => import("./contacts-page.tsx") },
	],
});
