import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "spam-analyzer",
	title: "Spam Risk Analyzer",
	summary: "How far a sender's domain can be trusted, with the evidence for each check.",
	path: "/tool/spam-analyzer",
	group: "understand",
	position: 60,
	scope: "tools",
	jobs: { "read-dmarc-reports": "DMARC reports" },
});
