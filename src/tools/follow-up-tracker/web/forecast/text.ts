import { formatCount, formatNumber } from "#web/lib/base/format.ts";

/** Texts of the forecast. */
export const t = {
	forecast: {
		title: "Sending forecast",
		couldntLoad: "Couldn't load the forecast",
		ends: (day: string) => `Ends about ${day}, if nobody replies.`,
		endsIfResumed: (day: string) => `If you resume now, it ends about ${day}, unless people reply.`,
		cut: "More messages go out after a year. Raise the daily limit, or add mailboxes, to finish sooner.",
		total: (messages: number, days: number) =>
			`${formatCount(messages, "message")} on ${formatCount(days, "day")}, with other campaigns of these mailboxes in mind`,
		conditions: "Follow-ups for some recipients are counted for everyone.",
		day: "Day",
		messages: "Messages",
		count: "Total",
		ofStep: (count: number, message: string) => `${formatNumber(count)} × ${message}`,
		showAll: (days: number) => `Show all: ${formatCount(days, "day")}`,
		showFewer: "Show fewer days",
	},
};
