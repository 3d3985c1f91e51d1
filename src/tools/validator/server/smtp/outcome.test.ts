import { expect, it } from "vitest";
import { outcomeOf, type ProbeOutcome } from "./outcome.ts";

/** Replies of common mail servers, by what they say. */
const replies: Record<Exclude<ProbeOutcome, "catch-all" | "unreachable">, readonly string[]> = {
	accepted: ["250 2.1.5 Ok", "250 OK", "251 User not local; will forward to <ann@example.test>"],
	"not-found": [
		"550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address",
		"550 5.1.1 <ann@example.test>: Recipient address rejected: User unknown in virtual mailbox table",
		"550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
		"550 5.1.6 The mailbox has moved",
		"550 No such user here",
		"550 Unknown recipient",
		"550 5.5.0 Requested action not taken: mailbox unavailable",
		"551 User not found",
		"553 Invalid recipient ann@example.test",
	],
	"mailbox-disabled": [
		"550 5.2.1 The email account that you tried to reach is disabled",
		"550 5.2.1 Mailbox not accepting messages",
		"550 Account has been suspended",
		"550 5.1.1 This mailbox is inactive",
	],
	"mailbox-full": [
		"452 4.2.2 The email account that you tried to reach is over quota",
		"552 5.2.2 Mailbox full",
		"552 Quota exceeded",
		"452 Mailbox is full",
		"550 5.1.1 Recipient rejected: mailbox full",
		"550 5.2.1 Account is over quota",
	],
	greylisted: [
		"450 4.2.0 <ann@example.test>: Recipient address rejected: Greylisted, see http://postgrey.example",
		"451 4.7.1 Please try again later",
		"450 4.7.1 Temporarily rejected",
		"451 Greylisting in action, please come back later",
	],
	refused: [
		"252 Cannot VRFY user, but will accept message",
		"550 5.7.1 Service unavailable; client host blocked using a blocklist",
		"550 5.7.1 Recipient address rejected: Access denied",
		"554 5.7.1 Relay access denied",
		"550 Sender verify failed: mailbox unavailable",
		"550 User unknown or blocked by policy",
		"550 Rejected",
		"501 5.1.3 Bad recipient address syntax",
		"530 5.7.0 Authentication required",
		"550 5.1.1 Recipient address rejected: Access denied",
		"550 5.1.1 Message blocked: your reputation is poor",
		"550 5.2.1 Refused by policy of the recipient's organization",
		"550 5.1.1 User unknown or blocked by policy",
	],
	busy: [
		"450 4.3.2 System not accepting network messages",
		"451 4.3.0 Local error in processing",
		"452 4.5.3 Too many recipients",
		"421 4.3.2 Shutting down",
		// Kind 8: the words are milder than the code (x10, and others).
		"550 5.1.1 The sender has sent to too many recipients this hour",
		"550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
		"550 5.1.1 Daily limit of messages to this recipient is reached: daily quota exceeded",
		"550 5.2.1 Mailbox temporarily disabled, please try again later",
		"550 5.1.1 Zu viele Empfänger in dieser Stunde",
		"550 5.1.1 Recipient rejected: rate limit exceeded",
	],
};

it.each(Object.entries(replies))("reads %s", (outcome, texts) => {
	for (const line of texts) {
		const reply = { code: Number(line.slice(0, 3)), text: line.slice(4) };
		expect([line, outcomeOf(reply)]).toEqual([line, outcome]);
	}
});
