import { classify } from "#server/mail/classify/classify.ts";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { type ReplySource, suggestReplies } from "#server/mail/replies/from-rules.ts";
import { calledName } from "#server/mail/replies/suggest-replies.ts";
import { languageOf } from "#server/mail/summaries/built-in/language.ts";
import { ownWords } from "#server/mail/summaries/conversation-mail.ts";
import { kindOf } from "#server/mail/summaries/email-kind.ts";
import { namesOf } from "#server/mail/waiting/conversation.ts";
import type { SuggestedReply } from "#shared/contracts/replies.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { factsOf } from "../categories/labeled.ts";
import { type AnnotatedMail, messageOf, type Person, sourceId } from "./annotated-mail.ts";

/** A message and what a reply to it may say, as somebody annotated it who had not seen the rules. */
export interface ReplyMail extends AnnotatedMail {
	language: string;
	/** Who would answer. */
	me: Person;
	wantsReply: boolean;
	facts: readonly string[];
	goodReplies: readonly string[];
	/** Read by the person who judges. */
	neverSay: readonly string[];
}

/**
 * Replies as the product suggests them without a model to somebody who has never written to the sender: from the message, through
 * parser and classifier. Null: the corpus is absent.
 */
export async function repliesTo(mail: ReplyMail, raw: ReadonlyMap<string, Buffer>): Promise<SuggestedReply[] | null> {
	const bytes = bytesOf(mail, raw);
	if (bytes === undefined) return null;
	const { message, text } = await parseFull(bytes);
	const { from, incoming, listUnsubscribe, headers } = message;
	const isReply = message.inReplyTo.length > 0;
	const { category } = classify(factsOf(message), null);
	const own = ownWords({ text, senderName: from.name, senderEmail: from.email });
	const language = languageOf(own);
	const facts = { incoming: incoming?.kind ?? null, category, listUnsubscribe, isReply };
	if (language === null || kindOf(facts) !== "personal") return [];
	const sentAt = message.date ?? Date.parse(mail.date);
	const source: ReplySource = {
		...{ subject: message.subject, text: own, sentAt, now: sentAt, isReply, incoming: incoming?.kind ?? null },
		...{ isInvitation: false, hasFiles: message.attachments.length > 0, name: calledName(from) },
		people: {
			...{ to: message.to, cc: message.cc, from: addressKey(from.email), fromName: from.name },
			isList: listUnsubscribe !== null || "list-id" in headers || "list-post" in headers,
			self: { addresses: new Set([addressKey(mail.me.email)]), names: namesOf(mail.me) },
		},
	};
	return suggestReplies(source, { tone: "professional", language });
}

/** The message as it arrives; undefined: its corpus is absent. */
function bytesOf(mail: ReplyMail, raw: ReadonlyMap<string, Buffer>): Buffer | undefined {
	const { text } = mail;
	if (text === undefined) return raw.get(sourceId(mail.source));
	return Buffer.from(messageOf({ ...mail, text }, /^re:/i.test(mail.subject) ? "earlier" : null));
}
