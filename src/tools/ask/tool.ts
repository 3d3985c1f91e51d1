import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "ask",
	title: "Ask your mailbox",
	summary: "Answers to questions in your own words, each with the emails it comes from.",
	path: "/ask",
	group: "palette",
	position: 0,
	// Each question may use a paid model: reading mail alone does not allow it.
	scope: "mail:write",
});
