import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { languages, lengths, tones } from "./options.ts";
import { tool } from "./tool.ts";

/** The sender as drafts present them, and the choices made last. */
export const assistantSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		/** What the sender offers, in a sentence. */
		offer: z.string().trim().max(500).default(""),
		/** Why to believe it: a customer, a result. */
		proof: z.string().trim().max(500).default(""),
		/** Lines under the email. */
		signature: z.string().trim().max(500).default(""),
		tone: z.enum(tones).default("professional"),
		length: z.enum(lengths).default("medium"),
		language: z.enum(languages).default("en"),
	}),
});
