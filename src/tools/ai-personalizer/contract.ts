import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { engine } from "#shared/contracts/model.ts";
import { factKinds, languages, lengths, tones } from "./options.ts";
import { tool } from "./tool.ts";

/** Something that is known about the recipient. */
export const fact = z.object({
	id: z.string(),
	kind: z.enum(factKinds),
	value: z.string(),
	/** An email of the user's that shows it; null: it comes from elsewhere. */
	emailId: z.string().nullable(),
	/** A page that shows it; null: none. */
	url: z.string().nullable(),
	/** When it was seen last. */
	seenAt: z.string(),
});
export type Fact = z.infer<typeof fact>;

export const draft = z.object({
	recipient: z.string(),
	/** Variants, the best one first. */
	subjects: z.array(z.string()).min(1),
	body: z.string(),
	facts: z.array(fact),
	engine,
	/** An earlier answer of the model to the same request. */
	isCached: z.boolean(),
});
export type EmailDraft = z.infer<typeof draft>;

/** The text so far, while it is written, then the whole draft. */
export const draftChunk = z.discriminatedUnion("type", [
	z.object({ type: z.literal("text"), text: z.string() }),
	z.object({ type: z.literal("draft"), draft }),
]);

const request = z.object({
	recipient: z.string().max(320),
	goal: z.string().max(3_000),
	tone: z.enum(tones).default("professional"),
	length: z.enum(lengths).default("medium"),
	language: z.enum(languages).default("en"),
	/** Asks the model again for something else. */
	isAnother: z.boolean().default(false),
});
const prompt = z.object({ prompt: z.string().max(5_000) });
const generated = z.object({ generatedText: z.string() });
const problems = [
	"missing-information",
	"plan-limit",
	"model-limit",
	"model-unavailable",
	"model-refused",
	"model-bad-answer",
];

export const assistantContract = defineContract(
	{
		draftEmail: {
			method: "POST",
			path: "/api/v1/ai-personalizer/drafts",
			summary: "Write an email to a recipient for a goal; returns the facts it may rest on",
			readsMail: true,
			body: request,
			reply: draft,
			problems,
		},
		streamDraft: {
			method: "POST",
			path: "/api/v1/ai-personalizer/drafts/stream",
			summary: "The same as draftEmail, with the text as the model writes it",
			readsMail: true,
			body: request,
			stream: { format: "ndjson", chunk: draftChunk },
			problems,
		},
		getRecipientFacts: {
			method: "GET",
			path: "/api/v1/ai-personalizer/facts",
			summary: "List what is known about a recipient, with its source",
			readsMail: true,
			query: z.object({ email: z.string().max(320) }),
			reply: z.object({ facts: z.array(fact) }),
		},
		"ai-email-generator": {
			method: "POST",
			path: "/api/v1/ai-email-generator",
			summary: "Write an email for a prompt that names the recipient and the goal",
			body: prompt,
			reply: generated,
			problems,
		},
		generateAiEmail: {
			method: "POST",
			path: "/api/generate-ai-email",
			summary: "The same as ai-email-generator, at the path of older clients",
			body: prompt,
			reply: generated,
			problems,
		},
	},
	{ scope: tool.scope },
);
