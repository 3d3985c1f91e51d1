import { defineTool } from "#shared/tool.ts";

export const tool = defineTool({
	id: "smart-archive",
	title: "Smart Archive Utility",
	summary: "What fills the mailbox, and what you can clean up",
	path: "/tool/smart-archive",
	group: "clean",
	position: 50,
	scope: "tools",
	features: [
		// There, changes stay local: no server is updated, no quota is freed (decision note 23).
		{
			id: "inbox-cleanup",
			limits: {
				mbox: { partial: "Cleans up this copy; the original mailbox stays as it is." },
				demo: { partial: "On sample mail." },
			},
		},
	],
	jobs: {
		"analyze-storage": "Storage analysis",
		"mail-backup": "Backup of mail",
		"mail-restore": "Restore of a mail backup",
		detach: "Removing attachments",
		sweep: "Sweep rules",
	},
});
