import { MailX } from "lucide-react";
import { defineScreens } from "#web/lib/screens.ts";
import { tool } from "../tool.ts";
import { readAddress } from "./search-params.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: MailX,
	key: "u",
	screens: [{ path: tool.path, title: tool.title, search: readAddress, load: () => import("./unsubscriber-page.tsx") }],
});
