import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "categorizer",
	title: "Email Categorizer",
	summary: "Promotions, social, updates and everything else, with the reason for each",
	path: "/tool/categorizer",
	group: "clean",
	position: 40,
	scope: "tools",
	features: [{ id: "categorization", launch: "/inbox", limits: { demo: { partial: "On sample mail." } } }],
	jobs: {
		categorize: "Scan for categories",
	},
});
