import type { ParsedMessage } from "#shared/mail/message.ts";
import { addRecipients, lexemesOf } from "#shared/search/tokens.ts";
import type { ForStore } from "./parse-message.ts";

const FEW = 50;

/** A message with its lexemes for the search index. Recipients that the index has no room for are reported in `damage`. */
export function searchable({ message, attachedText, moreRecipients }: ForStore): {
	message: ParsedMessage;
	lexemes: string;
} {
	const lexemes = new Set(lexemesOf(message, attachedText));
	const recipients = [...message.to, ...message.cc, ...message.bcc, ...moreRecipients];
	// A few are always among the lexemes.
	const missing = recipients.length <= FEW ? 0 : recipients.length - addRecipients(lexemes, recipients);
	if (missing > 0) message.damage.push(`Search does not find ${missing} of the recipients: there are too many`);
	return { message, lexemes: [...lexemes].join(" ") };
}
