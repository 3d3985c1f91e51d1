import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { tool } from "./tool.ts";

const hour = z.number().int().min(0).max(24);

/** When the user works: response times count only these hours. */
export const activityScoreSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		/** 0: Sunday. */
		workDays: z.array(z.number().int().min(0).max(6)).max(7).default([1, 2, 3, 4, 5]),
		/** Local hours; the end is exclusive. An end that is not after the start: the whole day. */
		workFrom: hour.default(9),
		workUntil: hour.default(17),
	}),
});
