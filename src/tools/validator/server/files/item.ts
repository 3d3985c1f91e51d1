import { z } from "zod";
import { flag, leftOutReason, status } from "../../contract.ts";
import { leftOutReasons } from "../../left-out.ts";
import { reasonCodes } from "../../reasons.ts";

/** A row of a file, as an item of its batch. Its cells are in the file, which is kept as long. */
export const rowItem = z.object({
	/** As a spreadsheet counts it. */
	line: z.number(),
	email: z.string(),
	/** Line of an earlier row with the same mailbox. */
	duplicateOf: z.number().nullable(),
	/** Why it is not validated; null: it is. */
	leftOut: leftOutReason.nullable().default(null),
});
export type RowItem = z.infer<typeof rowItem>;

/** What is kept of a row's verdict; the rest follows from the reason. */
export const rowVerdict = z.object({
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
export type RowVerdict = z.infer<typeof rowVerdict>;

/** A row that is not validated has the reason alone. */
export const rowResult = z.union([rowVerdict, z.object({ reason: leftOutReason })]);
export type RowResult = z.infer<typeof rowResult>;

/** The verdict of a row's result; null: there is none yet, or the row was left out. */
export function verdictIn(result: unknown): RowVerdict | null {
	const parsed = result === null ? null : rowResult.parse(result);
	return parsed !== null && "email" in parsed ? parsed : null;
}

/** How many rows were left out, of the counters of a batch. */
export function leftOutCount(outcomes: Readonly<Record<string, number>>): number {
	return leftOutReasons.reduce((sum, reason) => sum + (outcomes[reason] ?? 0), 0);
}
