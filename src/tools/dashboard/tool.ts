import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "dashboard",
	title: "Dashboard",
	summary: "How your mailbox is, why, and what to do about it",
	path: "/dashboard",
	group: "home",
	position: 0,
	scope: "tools",
	features: [{ id: "health-score" }],
	jobs: {
		"full-scan": "Full scan",
		"record-health": "Recording the health score",
	},
});
