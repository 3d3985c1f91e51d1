import { z } from "zod";
import { flag, status } from "../../contract.ts";
import { reasonCodes } from "../../reasons.ts";

/** A row of a file, as an item of its batch. */
export const rowItem = z.object({
	/** As a spreadsheet counts it. */
	line: z.number(),
	email: z.string(),
	/** All cells, as they were read. */
	cells: z.array(z.string()),
	/** Line of an earlier row with the same mailbox. */
	duplicateOf: z.number().nullable(),
});
export type RowItem = z.infer<typeof rowItem>;

/** What is kept of a row's verdict; the rest follows from the reason. */
export const rowResult = z.object({
	email: z.string(),
	status,
	reason: z.enum(reasonCodes),
	score: z.number(),
	domain: z.string().nullable(),
	mx: z.boolean().nullable(),
	spf: z.boolean().nullable(),
	dkim: z.boolean().nullable(),
	suggestion: z.string().nullable(),
	flags: z.array(flag),
	at: z.string(),
});
export type RowResult = z.infer<typeof rowResult>;
