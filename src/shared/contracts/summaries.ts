import { z } from "zod";
import { defineContract } from "../contract.ts";
import { engine } from "./model.ts";

/** How a suggested reply sounds. */
export const replyTones = ["professional", "friendly", "brief"] as const;
export type ReplyTone = (typeof replyTones)[number];

export const actionItem = z.object({
	text: z.string(),
	/** `2026-03-05`; null: no date is named. */
	due: z.string().nullable(),
	/** Recipients whom the sentence names. */
	people: z.array(z.string()),
});
export type ActionItem = z.infer<typeof actionItem>;

export const summary = z.object({
	/** One sentence. */
	short: z.string(),
	long: z.string(),
	/** The texts of `actions`. */
	action_items: z.array(z.string()),
	actions: z.array(actionItem),
	/** Made earlier; nothing was sent now. */
	cached: z.boolean(),
	engine,
});
export type Summary = z.infer<typeof summary>;

export const suggestedReply = z.object({ tone: z.enum(replyTones), text: z.string() });
export type SuggestedReply = z.infer<typeof suggestedReply>;

export const replySuggestions = z.object({
	replies: z.array(suggestedReply),
	/** Why nothing is suggested; null: something is. */
	none: z
		.enum([
			/** A mailing, a receipt or another email of a program, or the user's own. */
			"no_reply_needed",
			/** The email is suspicious, or its sender is forged. */
			"suspicious",
			/** The email is in none of the languages that the built-in engine writes, or too short to tell. */
			"unknown_language",
		])
		.nullable(),
	engine,
});
export type ReplySuggestions = z.infer<typeof replySuggestions>;

const problems = [
	"not-found",
	"nothing-to-read",
	"model-limit",
	"model-unavailable",
	"model-refused",
	"model-bad-answer",
];

export const summariesContract = defineContract(
	{
		"email-ai-summary": {
			method: "POST",
			path: "/api/v1/email-ai-summary",
			summary: "Summarize an email: its main sentence, a longer summary, and action items with dates",
			body: z.object({
				emailId: z.uuid(),
				/** Makes it again. */
				isAnother: z.boolean().default(false),
			}),
			reply: summary,
			problems,
		},
		"email-smart-reply": {
			method: "POST",
			path: "/api/v1/email-smart-reply",
			summary: "Suggest replies to an email, or say why there are none; nothing is sent",
			body: z.object({ emailId: z.uuid(), tone: z.enum(replyTones).default("professional") }),
			reply: replySuggestions,
			problems,
		},
	},
	{ scope: "mail:write" },
);
