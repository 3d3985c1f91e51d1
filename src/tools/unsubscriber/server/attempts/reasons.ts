import { brand } from "#shared/brand.ts";

/** Why a method was not used, or how it ended. Codes are stable; the sentences are shown to users. */
export const sentences = {
	// Why not one click (RFC 8058).
	"no-post-header": "The list doesn't support one-click requests.",
	"post-header-unknown": "The list's one-click header doesn't follow RFC 8058.",
	"post-without-https": "The list announces one-click requests, but gives no https URL for them.",
	"repeated-header": "The message has the list's header more than once, so it is not certain which one counts.",
	"no-dkim": "The message is not signed (DKIM), so its one-click URL could be forged.",
	"dkim-failed": "The message's DKIM signature is invalid, so its one-click URL is not used.",
	"dkim-no-key":
		"The key of the message's DKIM signature is no longer published, so its one-click URL can't be verified and is not used.",
	"dkim-not-covering": "The message's DKIM signature doesn't cover its one-click URL, so it is not used.",
	"dkim-unknown":
		"The key of the message's DKIM signature can't be looked up at the moment, so its one-click URL is not used.",
	"too-large": "The message is too large to check its DKIM signature, so its one-click URL is not used.",
	// Why not email.
	"cannot-send": "Email from this mailbox doesn't reach the list.",
	"bad-mailto": "The list's unsubscribe email address is not valid.",
	// What remains instead.
	"page-only": "The list can only be unsubscribed from on its web page.",
	"link-in-text": "The list has no List-Unsubscribe header; the text of its email has a link.",
	"no-scheme": "The list's header has a URL without https:// or mailto:, which can't be used.",
	suspicious:
		"This looks like phishing. Unsubscribing would confirm your address to the sender. Block and report it instead.",
	"no-method": "The list offers no unsubscribe method.",
	// How a request ended.
	accepted: "The list's server accepted the request.",
	sent: "The unsubscribe email was sent.",
	refused: "The list's server rejected the request.",
	redirected: "The server redirected the request; redirects are not followed.",
	"too-many-redirects": "The list's server redirected too many times.",
	"timed-out": "The list's server didn't respond in time. It may still have received the request.",
	unreachable: "The list's server can't be reached.",
	"host-not-allowed": "The address is not on the public internet, so nothing was sent there.",
	"bad-address": "The URL can't be used.",
	"not-sent": "The unsubscribe email couldn't be sent.",
	get "response-lost"() {
		return `${brand.name} was stopped before the response arrived. The request may have been received, so it is not repeated automatically.`;
	},
	"message-unavailable": "The message with the unsubscribe header can't be fetched at the moment.",
	unexpected: "Something went wrong on the server. See its log for details.",
	"confirmation-requested": "The list requires confirmation: follow the instructions in its email.",
	"confirmed-by-reply": "The list replied that you are unsubscribed.",
	"by-hand": "You unsubscribed yourself.",
} as const;

export type Reason = keyof typeof sentences;
