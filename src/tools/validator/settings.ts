import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { tool } from "./tool.ts";

/** What the user decided for all validations. */
export const validatorSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		/** Domains, with all below them, whose addresses are reported as blocked. */
		blockedDomains: z
			.array(
				z
					.string()
					.trim()
					.toLowerCase()
					.max(253)
					.regex(/^[^\s@.]+(?:\.[^\s@.]+)+$/, "Enter a domain such as example.com."),
			)
			.max(1_000)
			.default([]),
		/** Mail servers are asked whether mailboxes exist. */
		checkMailboxes: z.boolean().default(false),
	}),
});
