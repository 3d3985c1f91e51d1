import { z } from "zod";
import type { Email } from "#shared/contracts/emails.ts";
import type { Engine } from "#shared/contracts/model.ts";
import type { Summary } from "#shared/contracts/summaries.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { activeModel, engineOf } from "../../platform/model/active-model.ts";
import { askModel } from "../../platform/model/ask.ts";
import type { MailContext } from "../context/context.ts";
import { openEmail } from "../messages/open-email.ts";
import { conversationIds, readSummary, storeSummary } from "../store/summary.ts";
import { type Said, summarizeConversation } from "./built-in/conversation.ts";
import { existingDate } from "./built-in/due-date.ts";
import { summarizeMailing } from "./built-in/mailing.ts";
import type { Extract } from "./built-in/summarize.ts";
import { nothingToRead, readConversation } from "./conversation-mail.ts";
import { type EmailKind, emailKind } from "./email-kind.ts";

interface Asked {
	ownerId: string;
	emailId: string;
	signal: AbortSignal;
}

const extract = z.object({
	short: z.string().min(1).max(400),
	long: z.string().min(1).max(3_000),
	actions: z
		.array(
			z.object({
				text: z.string().min(1).max(400),
				due: z.string().nullable(),
				people: z.array(z.string().max(200)).max(10),
			}),
		)
		.max(12),
});

const SUMMARIZE =
	"You summarize an email conversation for its recipient, in the language of its newest message, from its text alone. What was decided last comes first; a value that a later message changed is left out. `short`: one sentence with what matters most. `long`: two to five sentences. `actions`: what the recipient is asked to do, each with the date it is due (YYYY-MM-DD, or null) and the people it names; none if nothing is asked.";

/**
 * The summary of a message's conversation, as stored or made now: by the user's model, or by the built-in engine. What
 * suspicious mail asks for is never an action.
 * @throws AppError 404; 409 `nothing-to-read`; those of `askModel`
 */
export async function summarizeEmail(ctx: MailContext, asked: Asked & { isAnother: boolean }): Promise<Summary> {
	const { ownerId, signal, isAnother } = asked;
	const email = await openEmail(ctx, ownerId, asked.emailId);
	const key = { ownerId, accountId: email.accountId, id: email.id };
	const ids = await conversationIds(ctx.database, key);
	const newestId = ids[0] ?? email.id;
	const stored = isAnother ? null : await readSummary(ctx.database, key);
	const current = engineOf(await activeModel(ctx, ownerId));
	// One by another engine than the chosen one, or of fewer messages, is made again.
	if (stored && isSame(stored.engine, current) && stored.newestId === newestId)
		return present(email, { ...stored, cached: true });
	const conversation = await conversationOf(ctx, ownerId, { email, ids });
	const reply = await askModel(ctx, {
		...{ ownerId, purpose: "summary", system: SUMMARIZE, schema: extract, signal, mayReuse: !isAnother },
		prompt: JSON.stringify({
			subject: email.subject,
			messages: conversation.messages.map(({ sender, sentAt, people, text }) => ({
				...{ from: sender, sent: new Date(sentAt).toISOString(), people, text },
			})),
		}),
	});
	const made = reply?.value ?? extractFrom(conversation);
	const actions = made.actions.map((one) => ({ ...one, due: existingDate(one.due) }));
	const summary = { ...made, actions, engine: engineOf(reply?.model ?? null) };
	await storeSummary(ctx.database, key, { ...summary, newestId });
	return present(email, { ...summary, cached: false });
}

interface Conversation {
	/** Oldest first. */
	messages: Said[];
	kind: EmailKind;
}

/** What is summarized: the whole conversation; of a mailing and a notice that email alone. @throws AppError 409 `nothing-to-read` */
async function conversationOf(
	ctx: MailContext,
	ownerId: string,
	{ email, ids }: { email: Email; ids: readonly string[] },
): Promise<Conversation> {
	const kind = await emailKind(ctx, ownerId, email);
	const messages = await readConversation(ctx, ownerId, { email, ids: isProgram(kind) ? [] : ids });
	if (messages.length === 0) throw nothingToRead();
	return { messages, kind };
}

const isProgram = (kind: EmailKind): boolean => kind === "offer" || kind === "notice";

function extractFrom({ messages, kind }: Conversation): Extract {
	const [first] = messages;
	return first !== undefined && isProgram(kind)
		? summarizeMailing(first, { isOffer: kind === "offer" })
		: summarizeConversation(messages);
}

function present({ trust }: Email, made: Omit<Summary, "action_items">): Summary {
	const actions = isDistrusted(trust ?? null) ? [] : made.actions;
	const { short, long, cached, engine } = made;
	return { ...{ short, long, cached, engine }, actions, action_items: actions.map(({ text }) => text) };
}

function isSame(a: Engine, b: Engine): boolean {
	return a.kind === b.kind && a.model === b.model && a.host === b.host;
}
