import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { engine } from "#shared/contracts/model.ts";
import { tool } from "./tool.ts";

export const sentence = z.object({
	text: z.string(),
	/** Ids of the emails that it rests on. */
	sources: z.array(z.uuid()),
	/** False: a number in it is in none of its emails. */
	isSupported: z.boolean(),
});
export type Sentence = z.infer<typeof sentence>;

export const askChunk = z.discriminatedUnion("type", [
	/** The question as a search. */
	z.object({
		type: z.literal("search"),
		q: z.string(),
		/** Nothing has all of the words: emails with some of them are searched. */
		isWide: z.boolean(),
		engine,
	}),
	/** What it finds. */
	z.object({
		type: z.literal("emails"),
		/** The ones that the answer is made from, best first. */
		items: z.array(emailItem),
		total: z.number(),
		/** False: at least as many. */
		totalIsExact: z.boolean(),
	}),
	/** The answer so far; replaced by the next one. */
	z.object({
		type: z.literal("answer"),
		sentences: z.array(sentence),
		/** Sentences of the model that named none of the emails, and are left out. */
		dropped: z.number(),
		isComplete: z.boolean(),
		engine,
	}),
]);
export type AskChunk = z.infer<typeof askChunk>;

export const askContract = defineContract(
	{
		askMailbox: {
			method: "POST",
			path: "/api/v1/ask",
			summary:
				"Ask a question about your email: the search it becomes, the emails found, and an answer that names its emails",
			body: z.object({
				question: z.string().trim().min(1).max(500),
				/** The search to use instead of the one that the question becomes. */
				q: z.string().max(1_000).optional(),
				account: z.uuid().optional(),
				/** IANA time zone, for "today". */
				zone: z.string().max(64).default("UTC"),
			}),
			stream: { format: "ndjson", chunk: askChunk },
			needsSpace: false,
			problems: ["bad-query", "model-limit", "model-unavailable", "model-refused", "model-bad-answer"],
		},
	},
	{ scope: tool.scope },
);
