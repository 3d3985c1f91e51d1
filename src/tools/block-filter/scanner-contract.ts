import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { tool } from "./tool.ts";

/** Name and fields of the function in the specification. */
export const gmailScannerContract = defineContract(
	{
		"gmail-scanner": {
			method: "POST",
			path: "/api/v1/functions/gmail-scanner",
			summary: "Apply the active filters to existing mail, and wait up to 30 seconds",
			body: z.object({
				/** Ignored: the server uses its own filters. */
				accessToken: z.string().nullish(),
				scanType: z.literal("applyFilters"),
				/** Only these rules, by id; absent: all active ones. */
				filters: z
					.array(z.looseObject({ id: z.uuid() }))
					.max(1_000)
					.optional(),
			}),
			reply: z.object({
				/** Number of messages changed. */
				processed: z.number(),
			}),
			scope: "mail:write",
			problems: ["no-active-filters"],
		},
	},
	{ scope: tool.scope },
);
