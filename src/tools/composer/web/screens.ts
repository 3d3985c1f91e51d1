import { FilePenLine } from "lucide-react";
import { compose, noComposer } from "#web/lib/passing/compose.ts";
import { defineScreens } from "#web/lib/screens/screens.ts";
import { tool } from "../tool.ts";
import { t } from "./base/text.ts";
import { readComposeSearch } from "./compose-search.ts";

export const screens = defineScreens({
	manifest: tool,
	icon: FilePenLine,
	commands: [
		{
			id: "composer.new",
			title: t.window.newMessage,
			keys: "c",
			group: t.window.group,
			run: () => compose({ kind: "new" }),
		},
	],
	loadBadge: () => import("./drafts/outbox-count.tsx"),
	loadOverlay: () =>
		import("./window/composer-host.tsx").catch((error: unknown) => {
			noComposer();
			throw error;
		}),
	screens: [
		{ path: tool.path, title: tool.title, load: () => import("./drafts/drafts-page.tsx") },
		{ path: "/compose", title: "New message", search: readComposeSearch, load: () => import("./compose-page.tsx") },
		{ path: "/drafts/settings", title: "Writing · Settings", load: () => import("./settings/settings-page.tsx") },
	],
});
