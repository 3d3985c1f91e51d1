import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "activity",
	title: "Activity",
	summary: "Every change made to your mail, and the way back from it.",
	path: "/activity",
	group: null,
	scope: "mail:read",
});
