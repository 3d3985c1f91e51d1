import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "unsubscriber",
	title: "Inbox Unsubscriber",
	summary: "Every list that writes to you, what it costs you, and how to unsubscribe.",
	path: "/tool/unsubscriber",
	group: "clean",
	scope: "tools",
	features: [{ id: "bulk-unsubscribe", support: { demo: "partial" } }],
	jobs: {
		unsubscribe: "Unsubscribing",
	},
});
