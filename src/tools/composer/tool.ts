import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "composer",
	title: "Drafts & outbox",
	summary: "Write, reply and forward from any mailbox: drafts, messages waiting to be sent, and what did not arrive.",
	path: "/drafts",
	group: "mail",
	position: 15,
	scope: "mail:write",
});
