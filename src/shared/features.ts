/** Product features and the kinds of mailbox that support them. The hub shows this as a grid. */

type Provider = "gmail" | "outlook" | "imap" | "mbox" | "demo";

/** `partial`: with less information than elsewhere, or on sample data. */
export type Support = "supported" | "partial" | "no";

export type FeatureId =
	| "inbox-analyzer"
	| "email-summarizer"
	| "ai-assistant"
	| "inbox-cleanup"
	| "health-score"
	| "bulk-unsubscribe"
	| "analytics"
	| "attachments"
	| "categorization";

export interface Feature {
	id: FeatureId;
	title: string;
	summary: string;
	/** The route that opens it. */
	launch: string;
	support: Record<Provider, Support>;
}

const everywhere: Record<Provider, Support> = {
	gmail: "supported",
	outlook: "supported",
	imap: "supported",
	mbox: "supported",
	demo: "supported",
};

export const features: readonly Feature[] = [
	{
		id: "inbox-analyzer",
		title: "Inbox Analyzer",
		summary: "Read, search and tidy everything that has arrived.",
		launch: "/inbox",
		support: { ...everywhere, demo: "partial" },
	},
	{
		id: "email-summarizer",
		title: "Email Summarizer",
		summary: "The gist of a long message, and what it asks of you.",
		launch: "/inbox",
		support: everywhere,
	},
	{
		id: "ai-assistant",
		title: "AI Assistant",
		summary: "A first draft from a recipient and a goal.",
		launch: "/tool/ai-personalizer",
		support: everywhere,
	},
	{
		id: "inbox-cleanup",
		title: "Inbox Cleanup",
		summary: "What takes up space, and what can go.",
		launch: "/tool/smart-archive",
		// Changes stay local here: no server is updated, no quota is freed (decision note 37).
		support: { ...everywhere, mbox: "partial", demo: "partial" },
	},
	{
		id: "health-score",
		title: "Health Score",
		summary: "How well the mailbox is kept, and what would help.",
		launch: "/tool/activity-score",
		support: everywhere,
	},
	{
		id: "bulk-unsubscribe",
		title: "Bulk Unsubscribe",
		summary: "Every list that writes to you, and how to unsubscribe.",
		launch: "/tool/unsubscriber",
		support: { ...everywhere, demo: "partial" },
	},
	{
		id: "analytics",
		title: "Analytics",
		summary: "Who writes, when, and how fast you answer.",
		launch: "/tool/activity-score",
		support: { ...everywhere, mbox: "partial", demo: "partial" },
	},
	{
		id: "attachments",
		title: "Attachments",
		summary: "Find, preview and download what came along.",
		launch: "/inbox",
		support: { ...everywhere, mbox: "partial", demo: "partial" },
	},
	{
		id: "categorization",
		title: "Categorization",
		summary: "Promotions, social, updates and what is left.",
		launch: "/inbox",
		support: { ...everywhere, demo: "partial" },
	},
];
