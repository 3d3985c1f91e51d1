import { z } from "zod";
import { badRequest } from "#kernel/errors.ts";
import { engineOf, streamModel } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { readSettings } from "#kernel/settings.ts";
import { countUsage, returnUsage } from "#kernel/usage.ts";
import { readPartialJson } from "#shared/partial-json.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { EmailDraft, Fact } from "../contract.ts";
import type { DraftLength, DraftTone, Language } from "../options.ts";
import { assistantSettings } from "../settings.ts";
import { writeDraft } from "./built-in/write-draft.ts";
import { factsAbout } from "./facts.ts";

/** What the user asks for. */
export interface DraftRequest {
	recipient: string;
	goal: string;
	tone: DraftTone;
	length: DraftLength;
	language: Language;
	isAnother?: boolean;
	purpose: "draft" | "generate";
	signal?: AbortSignal | undefined;
}

const answer = z.object({
	subjects: z.array(z.string().min(1).max(200)).min(1).max(3),
	body: z.string().min(1).max(8_000),
});

const NAMES: Readonly<Record<Language, string>> = { en: "English", de: "German", fr: "French", es: "Spanish" };
const WORDS: Readonly<Record<DraftLength, string>> = { short: "50 to 80", medium: "80 to 130", long: "130 to 180" };

const SYSTEM = `You write one email for the sender. Say about the recipient only what the facts say, with their words; invent no names, numbers, praise, events or shared experiences. If there are no facts, do not personalize. Plain text: a greeting, short paragraphs, one clear question, the given signature. No placeholders in brackets. Give three different subject lines of at most 60 characters.`;

/** A draft that is being written. */
const partialAnswer = z.object({ body: z.string() });

/** Text while it is written, then the draft. */
type DraftChunk = { type: "text"; text: string } | { type: "draft"; draft: EmailDraft };

/**
 * Writes an email, with the user's model or the built-in engine. Leaving the loop cancels the call of the model.
 * @throws AppError 400 `missing-information`, 409 `plan-limit`, and those of `askModel`
 */
export async function* streamDraft(
	ctx: MailContext,
	ownerId: string,
	request: DraftRequest,
): AsyncGenerator<DraftChunk> {
	const recipient = request.recipient.trim();
	const goal = request.goal.trim();
	if (goal === "" || (recipient === "" && request.purpose === "draft"))
		throw badRequest("missing-information", "Please enter both recipient email and campaign goal.");
	const at = ctx.now();
	// Counted before the model is asked: concurrent requests can't exceed the plan's limit.
	const unit = { counter: "aiPersonalizations", units: 1 } as const;
	await countUsage(ctx, ownerId, unit);
	let isWritten = false;
	try {
		for await (const chunk of writeDraftFor(ctx, ownerId, { ...request, recipient, goal })) {
			isWritten ||= chunk.type === "draft";
			yield chunk;
		}
	} finally {
		if (!isWritten) await returnUsage(ctx, ownerId, { ...unit, at });
	}
}

async function* writeDraftFor(ctx: MailContext, ownerId: string, request: DraftRequest): AsyncGenerator<DraftChunk> {
	const { recipient, goal } = request;
	const [facts, profile] = await Promise.all([
		recipient === "" ? [] : factsAbout(ctx.database, ownerId, recipient),
		readSettings(ctx.database, { ownerId }, assistantSettings),
	]);
	const input = { goal, facts, profile, tone: request.tone, length: request.length, language: request.language };
	const stream = streamModel(ctx, {
		...{ ownerId, purpose: request.purpose, system: SYSTEM, prompt: promptOf(recipient, input), schema: answer },
		...{ signal: request.signal, mayReuse: request.isAnother !== true },
	});
	let next = await stream.next();
	try {
		for (; next.done !== true; next = await stream.next()) {
			const partial = partialAnswer.safeParse(readPartialJson(next.value));
			if (partial.success) yield { type: "text", text: partial.data.body };
		}
	} finally {
		if (next.done !== true) await stream.return(null);
	}
	const reply = next.value;
	const written = reply?.value ?? writeDraft(input);
	const engine = engineOf(reply?.model ?? null);
	yield { type: "draft", draft: { ...written, recipient, facts, engine, isCached: reply?.isCached ?? false } };
}

/** The whole draft. @throws as `streamDraft` */
export async function draftEmail(ctx: MailContext, ownerId: string, request: DraftRequest): Promise<EmailDraft> {
	for await (const chunk of streamDraft(ctx, ownerId, request)) if (chunk.type === "draft") return chunk.draft;
	throw new Error("The stream ended without a draft");
}

type Input = Parameters<typeof writeDraft>[0];

function promptOf(recipient: string, { goal, facts, tone, length, language, profile }: Input): string {
	return JSON.stringify({
		...{ recipient, goal, tone, words: WORDS[length], language: NAMES[language] },
		facts: facts.map(({ kind, value }: Fact) => ({ kind, value })),
		sender: { offer: profile.offer, proof: profile.proof, signature: profile.signature },
	});
}

/** An email for a prompt that names the recipient somewhere. */
export async function generateText(
	ctx: MailContext,
	ownerId: string,
	{ prompt, signal }: { prompt: string; signal: AbortSignal },
): Promise<{ generatedText: string }> {
	const recipient = addressIn(prompt);
	const { tone, length, language } = await readSettings(ctx.database, { ownerId }, assistantSettings);
	const goal = goalOf(prompt);
	const { subjects, body } = await draftEmail(ctx, ownerId, {
		...{ recipient, goal, tone, length, language, purpose: "generate", signal },
	});
	return { generatedText: `Subject: ${subjects[0]}\n\n${body}` };
}

/** The first address in a text; empty: none. */
function addressIn(text: string): string {
	const words = text.split(/[\s<>,;"'()]/).map((word) => trimEndOf(word, ".:!?"));
	return words.find((word) => word.length <= 320 && /^[^@]+@[^@]+\.[\p{L}\d-]+$/u.test(word)) ?? "";
}

/** The part of a prompt after a label such as "Goal:"; all of it without one. */
function goalOf(prompt: string): string {
	const found = /\b(?:goal|purpose)(?: is)?\s*:\s*/i.exec(prompt);
	return found === null ? prompt : prompt.slice(found.index + found[0].length);
}
