import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

const historyId = z.string().regex(/^\d{1,30}$/);

/** During the full listing. */
const listing = z.object({
	/** History id from before the listing began; later changes are listed from there. */
	since: historyId,
	/** Token of the current page of ids; null: the first. */
	page: z.string().nullable(),
	/** Ids of that page already listed. */
	at: z.number().int().min(0),
	/** The last listed id: used to find the position when the page has changed. */
	last: z.string().nullable(),
	done: z.number().int().min(0),
	total: z.number().int().min(0),
});
export type ListingCursor = z.infer<typeof listing>;

/** After the full listing: position in the history. */
const changes = z.object({
	since: historyId,
	/** Messages of the next record already listed, when it has more than fit into a page. */
	skip: z.number().int().min(0),
});
export type ChangesCursor = z.infer<typeof changes>;

export type Cursor = { listing: ListingCursor } | { changes: ChangesCursor };

const cursor = z.union([z.strictObject({ listing }), z.strictObject({ changes })]);

/** @throws CursorExpired for an invalid cursor */
export function readCursor(text: string): Cursor {
	try {
		return cursor.parse(JSON.parse(text));
	} catch {
		throw new CursorExpired("This is not a cursor of a Gmail mailbox");
	}
}

export const writeCursor = (position: Cursor): string => JSON.stringify(position);
