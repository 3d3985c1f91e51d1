import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { paidSourceIds, publicSourceIds } from "./fields.ts";
import { tool } from "./tool.ts";

/** What the user decided about sources. */
export const enrichmentSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		/** Public sources that are asked. */
		publicSources: z.array(z.enum(publicSourceIds)).max(publicSourceIds.length).default([]),
		/** Paid sources that are asked about single addresses, with the user's API key. */
		paidSources: z.array(z.enum(paidSourceIds)).max(paidSourceIds.length).default([]),
	}),
});
