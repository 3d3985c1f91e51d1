import { z } from "zod";
import { type AppError, conflict } from "#kernel/errors.ts";
import type { DraftRow } from "./store.ts";

const addresses = z.array(z.object({ name: z.string(), email: z.string() }));
const stored = z.object({
	recipients: z.object({ to: addresses, cc: addresses, bcc: addresses }),
	quote: z.object({ html: z.string().nullable(), text: z.string() }).nullable(),
});

/** Whether what is stored as JSON of a draft has another structure than drafts have: nothing can be done with it but discard it. */
export function isDamaged(row: Pick<DraftRow, "recipients" | "quote">): boolean {
	return !stored.safeParse(row).success;
}

/** 409 `draft-damaged` */
export function damaged(): AppError {
	return conflict("draft-damaged", "This draft is damaged and can't be opened. Discard it.");
}
