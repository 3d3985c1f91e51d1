import { z } from "zod";
import { isCalendarFile } from "#shared/calendar/calendar-file.ts";
import type { Email } from "#shared/contracts/emails.ts";
import { type ReplySuggestions, type ReplyTone, replyTones, type SuggestedReply } from "#shared/contracts/replies.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { engineOf } from "../../platform/model/active-model.ts";
import { askModel } from "../../platform/model/ask.ts";
import type { MailContext } from "../context/context.ts";
import { ownAddresses } from "../send/senders.ts";
import { languageOf } from "../summaries/built-in/language.ts";
import { givenName } from "../summaries/built-in/sender-name.ts";
import { readOwnWords } from "../summaries/conversation-mail.ts";
import { emailKind } from "../summaries/email-kind.ts";
import { namesOf } from "../waiting/conversation.ts";
import type { Name } from "./built-in/rules.ts";
import { suggestReplies } from "./from-rules.ts";
import { isGrounded } from "./grounded.ts";

const suggestions = z.object({
	replies: z
		.array(z.object({ tone: z.enum(replyTones), text: z.string().min(1).max(2_000) }))
		.min(1)
		.max(3),
});

const REPLY =
	"You suggest three different short replies to an email, for its recipient to edit, in the language of the email. Promise nothing, invent no facts, names, dates or numbers. The first reply has the wanted tone. Plain text.";

/**
 * Replies to choose from, by the user's model or the built-in engine, or why there are none. Nothing is sent.
 * @throws as `summarizeEmail`
 */
export async function suggestEmailReplies(
	ctx: MailContext,
	asked: { ownerId: string; emailId: string; tone: ReplyTone; signal: AbortSignal },
): Promise<ReplySuggestions> {
	const { ownerId, signal, tone } = asked;
	const { email, text } = await readOwnWords(ctx, asked);
	if (isDistrusted(email.trust ?? null)) return none("suspicious");
	const reply = await askModel(ctx, {
		...{ ownerId, purpose: "replies", system: REPLY, schema: suggestions, signal },
		prompt: JSON.stringify({ subject: email.subject, from: email.senderName, wantedTone: tone, text }),
	});
	const written = (reply?.value.replies ?? []).filter((one) => isGrounded(one.text, `${email.subject}\n${text}`));
	if (reply !== null && written.length > 0) return { replies: written, none: null, engine: engineOf(reply.model) };
	if ((await emailKind(ctx, ownerId, email)) !== "personal") return none("no_reply_needed");
	const language = languageOf(text);
	if (language === null) return none("unknown_language");
	const replies = suggestReplies(await sourceOf(ctx, ownerId, { email, text }), { tone, language });
	return replies.length === 0 ? none("nothing_certain") : { replies, none: null, engine: engineOf(null) };
}

function none(reason: NonNullable<ReplySuggestions["none"]>): ReplySuggestions {
	return { replies: [] satisfies SuggestedReply[], none: reason, engine: engineOf(null) };
}

async function sourceOf(ctx: MailContext, ownerId: string, { email, text }: { email: Email; text: string }) {
	const known = await ownAddresses(ctx, ownerId);
	const found = [...email.to, ...email.cc].filter((one) => known.has(addressKey(one.email)));
	// A single recipient is the user, under an alias or in an uploaded file.
	const own = found.length === 0 && email.to.length === 1 && email.cc.length === 0 ? email.to : found;
	const addresses = new Set([...known, ...own.map((one) => addressKey(one.email))]);
	return {
		...{ subject: email.subject, text, sentAt: Date.parse(email.sentAt ?? email.receivedAt), now: ctx.now() },
		...{ isReply: email.inReplyTo !== null, incoming: null, hasFiles: email.hasAttachments },
		isInvitation: email.attachments.some(isCalendarFile),
		name: calledName({ name: email.senderName, email: email.senderEmail }),
		people: {
			...{ to: email.to, cc: email.cc, from: addressKey(email.senderEmail), fromName: email.senderName },
			isList: (email.listKey ?? "") !== "",
			self: { addresses, names: new Set(own.flatMap((one) => [...namesOf(one)])) },
		},
	};
}

/** How the sender is called, by the first name and the whole; null: it is no person, or there is only an address. */
export function calledName(sender: { name: string; email: string }): Name | null {
	const first = givenName(sender);
	if (first === null || /(?<!\p{L})(?:dr|prof|sekretariat|praxis|kanzlei|secr[eé]tariat)(?!\p{L})/iu.test(sender.name))
		return null;
	const [family = "", given] = sender.name.split(",");
	return { first, full: given === undefined ? family.trim() : `${given.trim()} ${family.trim()}` };
}
