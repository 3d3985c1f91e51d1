import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "ai-personalizer",
	title: "AI Email Assistant",
	summary: "A first draft from a recipient and a goal, with the source of each fact about the recipient.",
	path: "/tool/ai-personalizer",
	group: "reach",
	position: 70,
	scope: "tools",
	features: [{ id: "ai-assistant" }],
});
