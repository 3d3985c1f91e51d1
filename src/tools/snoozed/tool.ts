import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "snoozed",
	title: "Snoozed",
	summary: "Mail that comes back at the time you chose, sent messages nobody has answered, and muted conversations.",
	path: "/snoozed",
	group: "mail",
	position: 12,
	scope: "mail:write",
});
