import { t } from "../../base/text.ts";
/** Search operators, each with an example to insert. */
export const operators = [
	{ text: "from:ada", means: t.list.nameAddressSender },
	{ text: "to:planning", means: t.list.anyRecipient },
	{ text: "subject:invoice", means: t.list.wordsSubject },
	{ text: "has:attachment", means: t.list.hasAnAttachment },
	{ text: "filename:pdf", means: t.list.attachmentNameType },
	{ text: "larger:5M", means: t.list.atLeastSize },
	{ text: "newer_than:7d", means: t.list.lastDaysMonthsYears },
	{ text: "older_than:1y", means: t.list.olderThanThat },
	{ text: "after:2026-01-31", means: t.list.afterDate },
	{ text: "before:2026-12-31", means: t.list.beforeDate },
	{ text: "is:unread", means: t.list.isUnread },
	{ text: "is:starred", means: t.list.isStarred },
	{ text: "is:suspicious", means: t.list.isSuspicious },
	{ text: "in:archive", means: t.list.inAFolder },
	{ text: "label:travel", means: t.list.withALabel },
	{ text: "category:promotions", means: t.list.inACategory },
	{ text: "is:list", means: t.list.fromMailingLists },
	{ text: '"spring meeting"', means: t.list.thisExactPhrase },
	{ text: "-newsletter", means: t.list.withoutThisWord },
	{ text: "rail OR ferry", means: t.list.oneWordOther },
] as const;
