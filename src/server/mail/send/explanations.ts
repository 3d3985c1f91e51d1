/** Why an outgoing message is in its state, for the user. */
export const explanations = {
	checking:
		"The connection broke while the message was being sent. Checking the Sent folder to see whether it went out.",
	uncertain:
		"The connection broke while the message was being sent, and there is no copy in Sent. It may have been delivered. Ask a recipient before you send it again.",
	allSuppressed: "All recipients are on your suppression list.",
	limit: "The sending limit of this mailbox is reached. The message is sent as soon as the limit allows it.",
	unreachable: "The mail server couldn't be reached. The message is tried again.",
	gaveUp: "The mail server couldn't be reached for a day. The message was not sent.",
	deferred: "The mail server asked to try again later.",
	deferredForLong: "The mail server kept asking to try again later. The message was not delivered to everyone.",
	partial: "Not all recipients were accepted.",
	noneAccepted: "No recipient was accepted.",
	failed: "The message was not sent because of an error on this server.",
} as const;
