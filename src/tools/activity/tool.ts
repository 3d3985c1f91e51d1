import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "activity",
	title: "Activity",
	summary: "Every change made to your mail, with undo.",
	path: "/activity",
	group: null,
	position: 90,
	scope: "mail:read",
});
