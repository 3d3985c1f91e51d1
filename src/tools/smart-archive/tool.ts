import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "smart-archive",
	title: "Smart Archive",
	summary: "What fills the mailbox, and what you can clean up",
	path: "/tool/smart-archive",
	group: "clean",
	features: ["inbox-cleanup"],
});
