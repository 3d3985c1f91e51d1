import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "inbox",
	title: "Inbox",
	summary: "Read, search and organize your mail by folder, one message or thousands at a time.",
	path: "/inbox",
	group: "mail",
	position: 10,
	scope: "mail:read",
	features: [
		{ id: "inbox-analyzer", limits: { demo: { partial: "On sample mail." } } },
		{ id: "email-summarizer" },
		{
			id: "attachments",
			limits: { mbox: { partial: "Only attachments in the file." }, demo: { partial: "On sample mail." } },
		},
	],
});
