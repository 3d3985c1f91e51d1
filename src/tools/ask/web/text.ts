import { formatCount } from "#web/lib/base/format.ts";
import { tool } from "../tool.ts";

/** Screen texts. */
export const t = {
	page: {
		title: tool.title,
		description: "Ask in your own words. Every answer shows the search it ran and the emails it comes from.",
	},
	form: {
		question: "Question",
		example: "What did Ada write about the launch last month?",
		ask: "Ask",
		cancel: "Cancel",
		search: "Search",
		searchHint: "Your question as a search. Edit it and search again.",
		searchAgain: "Search again",
	},
	examples: {
		title: "Ask about your email",
		description:
			"People, dates, attachments, amounts and unanswered emails work in English, German, French and Spanish.",
		questions: [
			"Which emails from last week are unanswered?",
			"How much was the last invoice?",
			"When is the next meeting?",
			"Unread emails with attachments this month",
		],
	},
	answer: {
		title: "Answer",
		answering: "Looking through your email",
		failed: "Couldn't answer",
		tryAgain: "Try again",
		none: "The emails found don't answer this. Try other words, or edit the search.",
		nothingFound: "No emails found",
		nothingFoundDescription: "Edit the search above, for example by removing a word.",
		count: (total: number, isExact: boolean) =>
			`${isExact ? "" : "At least "}${formatCount(total, "email")} ${isExact && total === 1 ? "matches" : "match"}.`,
		source: (number: number, subject: string) => `Email ${number}: ${subject}`,
		notInEmails: "Not in the cited emails",
		suspicious: (count: number) =>
			count === 1
				? "1 email looks suspicious, so the answer isn't made from it."
				: `${formatCount(count, "email")} look suspicious, so the answer isn't made from them.`,
		dropped: (count: number) =>
			count === 1
				? "1 sentence without a source was left out."
				: `${formatCount(count, "sentence")} without a source were left out.`,
		builtIn: "Sentences from the emails themselves, found by the built-in engine. Nothing leaves this server.",
		model: (model: string, host: string) =>
			`Written by ${model}: your question and the emails below are sent to ${host}.`,
		settings: "AI settings",
	},
	emails: {
		title: "Emails",
		wide: "No email has all of the words. These have some of them.",
		showAll: (total: number, isExact: boolean) =>
			`Show ${isExact ? "all" : "at least"} ${formatCount(total, "email")} in the inbox`,
		noSubject: "(no subject)",
		suspicious: "Suspicious",
	},
};
