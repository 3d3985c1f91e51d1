import { WAITING_DAYS } from "../waiting-days.ts";

/**
 * What each figure counts that more than one screen shows. A screen takes its hover text from here, and two screens that show
 * one figure show one number: `test/figures/places.test.ts` compares them.
 */
export interface Figure {
	/** One plain sentence, shown on hover. */
	definition: string;
	/** Whose mail: of the selected mailbox or all together, of one, or of a campaign's recipients. */
	of: "selection" | "mailbox" | "campaign";
	/** `kept`: all but spam and trash; `received`: without sent mail and drafts, too. */
	folders: "inbox" | "kept" | "received" | "all" | "sent" | "none";
	period: "now" | "range" | "30 days" | "90 days" | "ever";
	/** What it is a share of; null: it is no share. */
	share: string | null;
}

const now = { of: "selection", period: "now", share: null } as const;
const inRange = { of: "selection", folders: "received", period: "range", share: null } as const;
const campaign = { of: "campaign", folders: "none", period: "ever" } as const;

export const figures = {
	emails: { ...now, folders: "kept", definition: "Emails in all folders, without spam and trash." },
	inbox: { ...now, folders: "inbox", definition: "Emails in the inbox." },
	inboxCategory: {
		...now,
		folders: "inbox",
		definition: "Emails of this category in the inbox, without suspicious ones.",
	},
	inboxUnread: { ...now, folders: "inbox", definition: "Unread emails in the inbox." },
	unread: { ...now, folders: "kept", definition: "Unread emails in all folders, without spam and trash." },
	promotional: {
		...now,
		folders: "kept",
		definition: "Promotional emails in all folders, without spam, trash and suspicious ones.",
	},
	spam: { ...now, folders: "all", definition: "Emails in spam." },
	everywhere: { ...now, folders: "all", definition: "Emails in all folders, with spam and trash." },
	mailSize: { ...now, folders: "all", definition: "Size of the emails in all folders, with spam and trash." },
	quota: {
		...{ ...now, folders: "all", share: "the quotas that mail servers report" },
		definition: "Space that is used at your mail servers, of the quotas that they report.",
	},
	oldPromotions: {
		...{ ...now, folders: "inbox" },
		definition: "Promotional emails of over 6 months ago that are still in the inbox, without starred ones.",
	},
	oldPromotionsAnywhere: {
		...{ ...now, folders: "received" },
		definition:
			"Promotional emails of over 6 months ago in the inbox, the archive and your folders, without starred ones.",
	},
	unreadLists: {
		...{ ...now, folders: "received", period: "90 days" },
		definition: "Lists that sent 3 or more emails in the last 90 days, none of them read.",
	},
	waitingForMe: {
		...{ ...now, folders: "kept", period: "30 days" },
		definition: `Conversations of the last ${WAITING_DAYS} days with a question or request that you haven't answered.`,
	},
	waitingForThem: {
		...{ ...now, folders: "kept", period: "30 days" },
		definition: `Conversations of the last ${WAITING_DAYS} days in which others haven't answered your question, or kept a promise, for two days.`,
	},
	categoryEmails: {
		...inRange,
		definition: "Emails of this category that you received in this period, without suspicious ones.",
	},
	listEmails: { ...inRange, definition: "Emails of the list in this period." },
	listRate: {
		...inRange,
		definition: "Emails a week, over the time from the first to the last email of this period, at least 30 days.",
	},
	listRead: {
		...{ ...inRange, share: "the emails of the list in this period" },
		definition: "How many of the list's emails of this period are read.",
	},
	recipientOpens: {
		...{ of: "selection", folders: "sent", period: "90 days", share: "the people who got a tracked campaign email" },
		definition: "Of the people who got a tracked campaign email in the last 90 days, those who opened one.",
	},
	recipientClicks: {
		...{ of: "selection", folders: "sent", period: "90 days", share: "the people who got a tracked campaign email" },
		definition: "Of the people who got a campaign email with tracked links in the last 90 days, those who clicked one.",
	},
	campaignRecipients: { ...campaign, share: null, definition: "People on the list whom the campaign writes to." },
	campaignSent: {
		...{ ...campaign, share: "the people whom the campaign writes to" },
		definition: "People who were sent at least one message.",
	},
	campaignOpened: {
		...{ ...campaign, share: "the people who were sent a message" },
		definition: "People who opened a message; opens by programs don't count.",
	},
	campaignClicked: {
		...{ ...campaign, share: "the people who were sent a message" },
		definition: "People who clicked a link; clicks by programs don't count.",
	},
	campaignReplied: {
		...{ ...campaign, share: "the people who were sent a message" },
		definition: "People who replied, without those who unsubscribed.",
	},
	campaignBounced: {
		...{ ...campaign, share: "the people who were sent a message, or whose mail server refused it" },
		definition: "People whose mail server refused a message.",
	},
	campaignUnsubscribed: {
		...{ ...campaign, share: "the people who were sent a message" },
		definition: "People who unsubscribed.",
	},
} as const satisfies Record<string, Figure>;

export type FigureId = keyof typeof figures;
