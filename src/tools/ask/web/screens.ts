import { MessageCircleQuestionMark } from "lucide-react";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { readSearchParams } from "./search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: MessageCircleQuestionMark,
	key: "q",
	screens: [{ path: tool.path, title: tool.title, search: readSearchParams, load: () => import("./ask-page.tsx") }],
});
