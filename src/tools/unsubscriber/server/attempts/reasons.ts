/** Why a method was not used, or how it ended. Codes are stable; the sentences are shown to users. */
export const sentences = {
	// Why not one click (RFC 8058).
	"no-post-header": "The list does not take one-click requests.",
	"post-header-unknown": "The list's header for one-click requests does not say what RFC 8058 asks for.",
	"post-without-https": "The list says that it takes one-click requests, but names no https address for them.",
	"repeated-header": "The message has the list's header more than once, so it is not certain which one counts.",
	"no-dkim": "The message is not signed (DKIM), so anybody may have written its one-click address.",
	"dkim-failed": "The signature of the message (DKIM) does not hold, so its one-click address is not used.",
	"dkim-not-covering": "The signature of the message (DKIM) does not cover its one-click address, so that is not used.",
	"dkim-unknown":
		"The key for the signature of the message (DKIM) cannot be looked up just now, so its one-click address is not used.",
	"too-large": "The message is too large to check its signature (DKIM), so its one-click address is not used.",
	// Why not email.
	"cannot-send": "Mailstead cannot send mail from this mailbox.",
	"bad-mailto": "The mail address that the list names for leaving is not a sound one.",
	// What remains instead.
	"page-only": "The list can be left on its web page alone.",
	"link-in-text": "The list has no List-Unsubscribe header; the text of its email has a link.",
	"no-scheme": "The list's header names an address without https:// or mailto:, which leads nowhere.",
	"no-method": "The list offers no unsubscribe method.",
	// How a request ended.
	accepted: "The list's server accepted the request.",
	sent: "The unsubscribe email was sent.",
	refused: "The list's server refused the request.",
	redirected: "The server redirected the request; redirects are not followed.",
	"too-many-redirects": "The list's server redirected too many times.",
	"timed-out": "The list's server did not answer in time. It may have heard the request all the same.",
	unreachable: "The list's server cannot be reached.",
	"host-not-allowed": "The address is not on the public internet, so nothing was sent there.",
	"bad-address": "The address is not one that can be asked.",
	"not-sent": "The mail that the list asks for could not be sent.",
	"answer-lost":
		"Mailstead was stopped before the answer came. It may have been heard, so it is not asked again by itself.",
	"message-unavailable": "The message that says how to leave cannot be fetched just now.",
	unexpected: "Something went wrong on the server. The log says more.",
	"confirmation-asked": "The list wrote back and wants to know whether it was really you: do what its mail says.",
	"told-so": "The list wrote back that you have left it.",
	"by-hand": "You left it yourself.",
} as const;

export type Reason = keyof typeof sentences;
