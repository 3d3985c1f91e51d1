import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "enrichment",
	title: "Email Enrichment",
	summary: "Who is behind an address: name, company, phone and profiles, each with its source.",
	path: "/tool/enrichment",
	group: "reach",
	position: 65,
	scope: "tools",
	jobs: { "enrich-contacts": "Email enrichment" },
});
