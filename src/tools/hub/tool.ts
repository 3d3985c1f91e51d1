import { hubPath } from "#shared/brand.ts";
import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "hub",
	title: "Mail Hub",
	summary: "Connect mailboxes and launch tools",
	path: hubPath,
	group: "mail",
	position: 20,
	scope: "mail:read",
});
