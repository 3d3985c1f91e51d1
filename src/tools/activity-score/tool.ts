import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "activity-score",
	title: "Activity Score",
	summary: "How much mail you handle, how fast you answer, and who is waiting for a reply",
	path: "/tool/activity-score",
	group: "understand",
	position: 50,
	scope: "tools",
	features: [
		{
			id: "analytics",
			limits: { mbox: { partial: "Up to the newest email in the file." }, demo: { partial: "On sample mail." } },
		},
	],
	jobs: { "score-activity": "Activity score" },
});
