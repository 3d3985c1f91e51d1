import { z } from "zod";
import type { Email } from "#shared/contracts/emails.ts";
import type { Engine } from "#shared/contracts/model.ts";
import type { Summary } from "#shared/contracts/summaries.ts";
import { ownWords as freshWords } from "#shared/mail/quoted-text.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { unwrap } from "#shared/mail/unwrap.ts";
import { AppError } from "../../errors.ts";
import { activeModel, engineOf } from "../../platform/model/active-model.ts";
import { askModel } from "../../platform/model/ask.ts";
import type { MailContext } from "../context/context.ts";
import { openEmail } from "../messages/open-email.ts";
import { readSummary, storeSummary } from "../store/summary.ts";
import { existingDate } from "./built-in/due-date.ts";
import { summarizeMailing } from "./built-in/mailing.ts";
import { type Extract, type Material, summarize } from "./built-in/summarize.ts";
import { emailKind } from "./email-kind.ts";

/** Longer texts are cut: the rest of a message says little that its beginning does not. */
const MAX_TEXT_LENGTH = 12_000;

interface Asked {
	ownerId: string;
	emailId: string;
	signal: AbortSignal;
}

/** What the sender wrote this time, in whole lines: quotes and signatures never enter a summary. */
export function ownWords({
	text,
	senderName,
	senderEmail,
}: Pick<Email, "text" | "senderName" | "senderEmail">): string {
	const fresh = freshWords(text, senderName === "" ? senderEmail : senderName);
	return unwrap(fresh).trim().slice(0, MAX_TEXT_LENGTH);
}

/** A message with what its sender wrote. @throws AppError 404; 409 `nothing-to-read` */
export async function readOwnWords(
	ctx: MailContext,
	{ ownerId, emailId }: Omit<Asked, "signal">,
): Promise<{ email: Email; text: string }> {
	const email = await openEmail(ctx, ownerId, emailId);
	const text = ownWords(email);
	if (text === "") throw new AppError(409, "nothing-to-read", "This email has no text of its own.");
	return { email, text };
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
	"You summarize an email for its recipient, in the language of the email, from its text alone. `short`: one sentence with what matters most. `long`: two to five sentences. `actions`: what the recipient is asked to do, each with the date it is due (YYYY-MM-DD, or null) and the people it names; none if nothing is asked.";

/**
 * The summary of a message, as stored or made now: by the user's model, or by the built-in engine. What suspicious mail asks
 * for is never an action.
 * @throws AppError 404; 409 `nothing-to-read`; those of `askModel`
 */
export async function summarizeEmail(ctx: MailContext, asked: Asked & { isAnother: boolean }): Promise<Summary> {
	const { ownerId, signal, isAnother } = asked;
	const { email, text } = await readOwnWords(ctx, asked);
	const key = { ownerId, accountId: email.accountId, id: email.id };
	const stored = isAnother ? null : await readSummary(ctx.database, key);
	const current = engineOf(await activeModel(ctx, ownerId));
	// A summary by another engine than the chosen one is made again.
	if (stored && isSame(stored.engine, current)) return present(email, { ...stored, cached: true });
	const sentAt = Date.parse(email.sentAt ?? email.receivedAt);
	const people = [...email.to, ...email.cc].map(({ name, email: address }) => (name === "" ? address : name));
	const reply = await askModel(ctx, {
		...{ ownerId, purpose: "summary", system: SUMMARIZE, schema: extract, signal, mayReuse: !isAnother },
		prompt: JSON.stringify({
			subject: email.subject,
			from: email.senderName,
			sent: new Date(sentAt).toISOString(),
			people,
			text,
		}),
	});
	const made =
		reply?.value ?? (await extractFrom(ctx, email, { subject: email.subject, text, sentAt, people, ownerId }));
	const actions = made.actions.map((one) => ({ ...one, due: existingDate(one.due) }));
	const summary = { ...made, actions, engine: engineOf(reply?.model ?? null) };
	await storeSummary(ctx.database, key, summary);
	return present(email, { ...summary, cached: false });
}

async function extractFrom(
	ctx: MailContext,
	email: Email,
	{ ownerId, ...source }: Material & { ownerId: string },
): Promise<Extract> {
	const kind = await emailKind(ctx, ownerId, email);
	return kind === "offer" || kind === "notice"
		? summarizeMailing(source, { isOffer: kind === "offer" })
		: summarize(source);
}

function present({ trust }: Email, summary: Omit<Summary, "action_items">): Summary {
	const actions = isDistrusted(trust ?? null) ? [] : summary.actions;
	return { ...summary, actions, action_items: actions.map(({ text }) => text) };
}

function isSame(a: Engine, b: Engine): boolean {
	return a.kind === b.kind && a.model === b.model && a.host === b.host;
}
