import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { askModel, engineOf } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { citedSentences, type Source } from "#shared/cited-sentences.ts";
import type { Brief, WrittenBrief } from "../../brief-contract.ts";
import { type BriefScope, readBrief } from "./read-brief.ts";

const answer = z.object({
	sentences: z.array(z.object({ text: z.string().min(1).max(400), emails: z.array(z.number().int()).max(10) })).max(8),
});

const SYSTEM =
	"You write the user's brief of today from the given emails alone: what matters most first, in two to six short sentences, in the language of most emails. Each sentence has the numbers of the emails that say it. Plain text without links.";

/**
 * The brief in sentences of the user's model, which gets the lines of the brief and no whole email. Sentences without a source are
 * left out.
 * @throws AppError 409 `no-model`; those of `readBrief` and `askModel`
 */
export async function writeBrief(ctx: MailContext, scope: BriefScope & { signal: AbortSignal }): Promise<WrittenBrief> {
	const made = await readBrief(ctx, scope);
	const sources = sourcesOf(made);
	const emails = sources.map(({ text }, index) => ({ number: index + 1, text }));
	const { ownerId, signal } = scope;
	const prompt = JSON.stringify({ today: new Date(ctx.now()).toISOString().slice(0, 10), emails });
	const reply = await askModel(ctx, { ownerId, purpose: "brief", system: SYSTEM, prompt, schema: answer, signal });
	if (reply === null) throw new AppError(409, "no-model", "No language model is set up.");
	return { ...citedSentences(reply.value.sentences, sources), engine: engineOf(reply.model) };
}

/** The lines of the brief, one source for each email. */
function sourcesOf({ newMail, waiting, invitations, dates }: Brief): Source[] {
	const lines = [
		...newMail.items.map(({ emailId, sender, subject, line }) => ({
			id: emailId,
			text: `New, from ${sender}: ${subject}. ${line}`,
		})),
		...waiting.items.map(({ emailId, sender, subject, line, at }) => ({
			id: emailId,
			text: `${sender} waits for an answer since ${at.slice(0, 10)}: ${subject}. ${line}`,
		})),
		...invitations.items.map(({ emailId, summary, location, start }) => ({
			id: emailId,
			text: `Event today, ${start}: ${summary} ${location}`,
		})),
		...dates.items.map(({ emailId, sender, line, due }) => ({
			id: emailId,
			text: `${sender} asks for this by ${due}: ${line}`,
		})),
	];
	const byEmail = Map.groupBy(lines, ({ id }) => id);
	return [...byEmail].map(([id, parts]) => ({ id, text: parts.map(({ text }) => text).join(" ") }));
}
