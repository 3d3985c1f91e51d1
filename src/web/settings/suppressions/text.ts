import type { SuppressionSource } from "#shared/contracts/outgoing.ts";
import { formatCount, formatDate } from "#web/lib/base/format.ts";

const sources: Record<SuppressionSource, string> = {
	manual: "Added by you",
	unsubscribe: "Unsubscribed",
	bounce: "Bounced",
	complaint: "Reported as spam",
};

/** Screen texts. */
export const t = {
	list: {
		title: "Suppression list",
		note: "You never email these addresses. Unsubscribes and bounces are added automatically.",
		loading: "Loading the suppression list",
		couldntLoad: "Couldn't load the suppression list",
		noneTitle: "The suppression list is empty",
		noneDescription: "Add former customers, partners or anyone else who should never get an email from you.",
		noMatchTitle: "Nothing found",
		noMatchDescription: "Try another part of the address, or another reason.",
		search: "Search addresses and domains",
		source: "Reason",
		all: "All reasons",
		sources,
		total: (total: number) => formatCount(total, "entry", "entries"),
		added: (date: string) => `Added ${formatDate(date)}`,
		wholeDomain: "Domain",
		exportCsv: "Export CSV",
		more: "Show more",
		remove: "Remove",
		removeOf: (target: string) => `Remove ${target}`,
		removed: "Removed from the suppression list",
		couldntRemove: "Couldn't remove it from the suppression list",
		resumeTitle: (target: string) => `Allow email to ${target} again?`,
		resumeUnsubscribed:
			"This person asked for no more email. Continue only if they have asked to hear from you again: in many countries anything else is against the law.",
		resumeBounced:
			"This address did not exist when something was last sent to it. Repeated bounces hurt your reputation.",
		resumeComplaint: "This person reported your email as spam. Another message can get your mailbox blocked.",
		resume: "Allow email",
	},
	add: {
		add: "Add",
		title: "Add to the suppression list",
		field: "Addresses or domains",
		hint: "One per line. A domain such as example.com covers all of its addresses.",
		placeholder: "ada@example.com\nexample.org",
		chooseFile: "Choose a CSV or text file",
		couldntRead: (name: string) => `${name} couldn't be read`,
		tooLarge: (name: string) => `${name} is larger than 5 MB. Split it into smaller files.`,
		nothing: "Enter at least one address or domain.",
		found: (count: number) => `${formatCount(count, "address or domain", "addresses and domains")} found`,
		cancel: "Cancel",
		done: "Done",
		failed: "Couldn't add to the suppression list",
		added: (added: number) => `${formatCount(added, "entry", "entries")} added.`,
		known: (known: number) => `${formatCount(known, "was", "were")} on the list already.`,
		invalid: (count: number) => `${formatCount(count, "line is", "lines are")} neither an address nor a domain:`,
	},
};
