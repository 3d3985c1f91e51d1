import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "contacts",
	title: "Contacts",
	summary: "Everyone you correspond with, by organization, with their mail and what is known about them.",
	path: "/contacts",
	group: "reach",
	position: 58,
	scope: "tools",
});
