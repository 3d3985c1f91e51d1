import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "follow-up-tracker",
	title: "Follow-Up Tracker",
	summary: "Send campaigns with follow-ups from your own mailbox, and see who replied.",
	path: "/tool/follow-up-tracker",
	group: "reach",
	position: 80,
	scope: "tools",
	jobs: { "campaign-check": "Campaign check" },
});
