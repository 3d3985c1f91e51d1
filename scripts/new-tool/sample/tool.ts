import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "sample",
	title: "Sample",
	summary: "How much mail each mailbox received, sent to it once a day.",
	path: "/tool/sample",
	group: "understand",
	position: 100,
	scope: "tools",
	jobs: { "sample-digest": "Digest by email" },
});
