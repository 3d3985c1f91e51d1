/** Product features, which the hub shows as a grid. Tools declare in their manifests which they provide. */

/** `partial`: with less than elsewhere, or on sample data; says what of it, as a sentence. */
export type Limit = "no" | { partial: string };

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
}

/** A feature as a tool provides it. */
export interface ToolFeature {
	id: FeatureId;
	/** The route that opens it, where it is not the tool's own. */
	launch?: string;
	/** By kind of mailbox, such as `mbox`, that does not fully support it. */
	limits?: Readonly<Record<string, Limit>>;
}

export const features: readonly Feature[] = [
	{
		id: "inbox-analyzer",
		title: "Inbox Analyzer",
		summary: "Read, search and organize your email.",
	},
	{
		id: "email-summarizer",
		title: "Email Summarizer",
		summary: "The key points of a long email, and what you need to do.",
	},
	{
		id: "ai-assistant",
		title: "AI Assistant",
		summary: "A first draft from a recipient and a goal.",
	},
	{
		id: "inbox-cleanup",
		title: "Inbox Cleanup",
		summary: "What takes up space, and what can go.",
	},
	{
		id: "health-score",
		title: "Health Score",
		summary: "How organized your mailbox is, and how to improve it.",
	},
	{
		id: "bulk-unsubscribe",
		title: "Bulk Unsubscribe",
		summary: "Every mailing list that sends to you, and how to unsubscribe.",
	},
	{
		id: "analytics",
		title: "Analytics",
		summary: "Who writes, when, and how fast you answer.",
	},
	{
		id: "attachments",
		title: "Attachments",
		summary: "Find, preview and download attachments.",
	},
	{
		id: "categorization",
		title: "Categorization",
		summary: "Promotions, social, updates and everything else.",
	},
];
