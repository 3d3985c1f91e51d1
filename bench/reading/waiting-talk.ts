import { classify } from "#server/mail/classify/classify.ts";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { ownWords } from "#server/mail/summaries/conversation-mail.ts";
import { readAct } from "#server/mail/waiting/act.ts";
import { namesList } from "#server/mail/waiting/addressee.ts";
import type { TalkMessage } from "#server/mail/waiting/conversation.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { FORWARD_PREFIX } from "#shared/mail/subject-prefixes.ts";
import { factsOf } from "../categories/labeled.ts";

/** A message with whether the classifier takes it for personal mail. */
export type JudgedMessage = TalkMessage & { isPersonal: boolean };

/** A message as the waiting lists read it. @param own keys of the owner's addresses */
export async function readTalkMessage(id: string, raw: Buffer, own: ReadonlySet<string>): Promise<JudgedMessage> {
	const { message, text } = await parseFull(raw);
	const { from, to, cc, incoming, inReplyTo, subject, headers } = message;
	const sentAt = message.date ?? 0;
	const words = ownWords({ text, senderName: from.name, senderEmail: from.email });
	const types = JSON.stringify(message.attachments);
	return {
		...{ id, at: sentAt, messageId: message.messageId, inReplyTo: inReplyTo[0] ?? null },
		...{ from: addressKey(from.email), fromName: from.name, isOwn: own.has(addressKey(from.email)), to, cc },
		isList:
			message.listUnsubscribe !== null ||
			["list-id", "list-post"].some((name) => name in headers) ||
			namesList(subject, [...to, ...cc]),
		isForward: FORWARD_PREFIX.test(subject.trim()),
		hasAttachment: message.attachments.some(({ isInline }) => !isInline),
		isReport: incoming?.kind === "report",
		act: readAct({
			...{ subject, text: words, sentAt, isReply: inReplyTo.length > 0, incoming: incoming?.kind ?? null },
			isInvitation: /text\/calendar|application\/ics/.test(types),
		}),
		isPersonal: ["primary", "forums"].includes(classify(factsOf(message), null).category),
	};
}
