import { z } from "zod";
import { activeModel, engineOf, streamModel } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { citedSentences } from "#shared/cited-sentences.ts";
import { readPartialJson } from "#shared/partial-json.ts";
import type { AskChunk } from "../../contract.ts";
import type { ReadEmail } from "./find.ts";

/** Characters of one email that are sent. */
const MAX_TEXT_LENGTH = 2_500;

const answer = z.object({
	sentences: z.array(z.object({ text: z.string().min(1).max(600), emails: z.array(z.number().int()).max(10) })).max(8),
});

/** An answer that is being written. */
const partialAnswer = z.object({
	sentences: z.array(z.object({ text: z.string(), emails: z.array(z.unknown()).default([]) })),
});

const SYSTEM = `You answer a question of a user about their own emails, in the language of the question, from the given emails alone. One to five short sentences; each has the numbers of the emails that say it. If the emails don't answer the question, return no sentences. Plain text without links.`;

interface Asked {
	ownerId: string;
	question: string;
	emails: readonly ReadEmail[];
	signal: AbortSignal;
}

type AnswerChunk = Extract<AskChunk, { type: "answer" }>;

/**
 * Yields the answer of the user's model as it is written. Sentences that name none of the emails are left out; those with a
 * number that is in none of their emails are marked.
 * @returns null when the user has no model
 * @throws as `askModel`
 */
export async function* answerByModel(
	ctx: MailContext,
	{ ownerId, question, emails, signal }: Asked,
): AsyncGenerator<AnswerChunk, AnswerChunk | null> {
	const prompt = JSON.stringify({
		question,
		emails: emails.map(({ item, text }, index) => ({
			...{ number: index + 1, from: item.senderName || item.senderEmail, sent: item.receivedAt.slice(0, 10) },
			...{ subject: item.subject, text: text.slice(0, MAX_TEXT_LENGTH) },
		})),
	});
	const sources = emails.map(({ item, text }) => ({
		id: item.id,
		text: `${item.subject} ${item.senderName} ${item.receivedAt} ${text}`,
	}));
	const engine = engineOf(await activeModel(ctx, ownerId));
	const stream = streamModel(ctx, { ownerId, purpose: "ask", system: SYSTEM, prompt, schema: answer, signal });
	let next = await stream.next();
	try {
		for (; next.done !== true; next = await stream.next()) {
			const partial = partialAnswer.safeParse(readPartialJson(next.value));
			if (!partial.success) continue;
			// The last one may not be complete; its emails come after its text.
			const { sentences } = citedSentences(partial.data.sentences.slice(0, -1), sources);
			if (sentences.length > 0) yield { type: "answer", sentences, dropped: 0, isComplete: false, engine };
		}
	} finally {
		if (next.done !== true) await stream.return(null);
	}
	if (next.value === null) return null;
	return {
		...{ type: "answer", isComplete: true, engine: engineOf(next.value.model) },
		...citedSentences(next.value.value.sentences, sources),
	};
}
