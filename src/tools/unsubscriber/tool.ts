import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "unsubscriber",
	title: "Inbox Unsubscriber",
	summary: "Every list that sends to you, how much space it takes, and how to unsubscribe.",
	path: "/tool/unsubscriber",
	group: "clean",
	position: 30,
	scope: "tools",
	features: [{ id: "bulk-unsubscribe", limits: { demo: { partial: "On sample mail." } } }],
	jobs: {
		unsubscribe: "Unsubscribing",
	},
});
