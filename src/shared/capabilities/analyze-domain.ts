import { z } from "zod";
import { declareCapability } from "./capability.ts";

/** What receivers see of a domain that mail is sent from. Fails with 400 `invalid-email` for what is none on the internet. */
export const analyzeDomain = declareCapability({
	name: "analyze-domain",
	input: z.object({
		/** In lower case. */
		domain: z.string(),
		/** An analysis that is not older is used instead of a new one, in milliseconds; null: always a new one. */
		maxAgeMs: z.number().int().min(0).nullable(),
	}),
	result: z.object({
		/** false: an earlier analysis. */
		isNew: z.boolean(),
		checks: z.array(z.object({ id: z.string(), state: z.string(), detail: z.string(), fix: z.string().nullable() })),
		/** Of the domain's latest messages in the user's mailboxes: results of DMARC, or of DKIM or SPF, on arrival. */
		ownMail: z.object({ authenticated: z.number(), notAuthenticated: z.number() }).nullable(),
	}),
});
