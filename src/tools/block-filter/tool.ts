import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "block-filter",
	title: "Block & Filter Engine",
	summary: "Rules that delete, archive, label or block incoming mail",
	path: "/tool/block-filter",
	group: "clean",
	position: 60,
	scope: "tools",
	jobs: {
		filter: "Filtering new mail",
		"plan-filters": "Checking your filters",
		"apply-filters": "Applying your filters",
		"native-rules": "Filters at your mail provider",
	},
});
