import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "validator",
	title: "Bulk Email Validator",
	summary: "Which addresses of a list can receive email, with the evidence for each.",
	path: "/tool/email-validator",
	group: "reach",
	position: 60,
	scope: "tools",
	jobs: {
		"read-email-list": "Reading an email list",
		"call-validation-webhook": "Reporting a finished validation",
		"validate-emails": "Email validation",
		"check-monitored-list": "Monitored list",
	},
});
