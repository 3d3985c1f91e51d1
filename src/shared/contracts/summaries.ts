import { z } from "zod";
import { defineContract } from "../contract.ts";
import { engine } from "./model.ts";

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
	},
	{ scope: "mail:write" },
);
