import { ShieldBan } from "lucide-react";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";
import { readAddress } from "./search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: ShieldBan,
	key: "b",
	screens: [{ path: tool.path, title: tool.title, search: readAddress, load: () => import("./block-filter-page.tsx") }],
});
