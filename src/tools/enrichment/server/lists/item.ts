import { z } from "zod";
import { publicSourceIds } from "../../fields.ts";

/** A row of a list, as an item of its batch. */
export const listItem = z.object({
	/** As given, or in lower case. */
	email: z.string(),
	/** All cells of the file's row. */
	cells: z.array(z.string()),
	/** Public sources are asked about it: the batch keeps to their limits. */
	isPublic: z.boolean(),
});
export type ListItem = z.infer<typeof listItem>;

/** Whether something was found. What it is stays in `enrichments`, where people who opt out are deleted. */
export const listResult = z.object({ found: z.boolean() });
export type ListResult = z.infer<typeof listResult>;

/** What all rows of a list share. */
export const listInput = z.object({
	publicSources: z.array(z.enum(publicSourceIds)),
	/** Epoch milliseconds; a result that is newer is not asked for again. */
	startedAt: z.number(),
});
export type ListInput = z.infer<typeof listInput>;
