import { z } from "zod";
import { declareCapability } from "./capability.ts";

const email = z.string().max(320);

/** Verdicts on addresses. Each that has no recent verdict is validated, which counts as usage. */
export const validateAddresses = declareCapability({
	name: "validate-addresses",
	input: z.object({
		/** With valid syntax, as they are stored. */
		emails: z.array(email).max(1_000),
		/** A verdict is recent for this long, in milliseconds. */
		maxAgeMs: z.number().int().min(0),
		/** An address whose verdict takes longer has none, in milliseconds. */
		timeoutMs: z.number().int().positive(),
	}),
	result: z.object({
		/** Of the addresses that have one, as they were given: a recent verdict, else the latest. */
		verdicts: z.array(
			z.object({ email, status: z.enum(["valid", "risky", "invalid", "unknown"]), reason: z.string() }),
		),
		/** Addresses without a recent verdict that the limit of the user's plan excludes. */
		beyondLimit: z.array(email),
	}),
});
