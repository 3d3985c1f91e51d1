import { z } from "zod";
import { defineContract } from "../contract.ts";
import { engine } from "./model.ts";

/** How a suggested reply sounds. */
export const replyTones = ["professional", "friendly", "brief"] as const;
export type ReplyTone = (typeof replyTones)[number];

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
			/** The built-in engine found nothing that it could answer with words of the email. */
			"nothing_certain",
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

export const repliesContract = defineContract(
	{
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
