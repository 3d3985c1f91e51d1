import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "categorizer",
	title: "Categorizer",
	summary: "Promotions, social, updates and what is left, with the reason for each",
	path: "/tool/categorizer",
	group: "clean",
	scope: "tools",
	features: [{ id: "categorization", launch: "/inbox", support: { demo: "partial" } }],
	jobs: {
		categorise: "Scan for categories",
	},
});
