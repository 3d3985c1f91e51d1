import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

const historyId = z.string().regex(/^\d{1,30}$/);

/** While the mailbox is listed. */
const listing = z.object({
	/** Before anything was listed: what happened since is told afterwards. */
	since: historyId,
	/** Of the page of ids that is being listed; null: the first. */
	page: z.string().nullable(),
	/** Ids taken from it. */
	at: z.number().int().min(0),
	/** The last one that was listed: the place is found by it when the page is not what it was. */
	last: z.string().nullable(),
	done: z.number().int().min(0),
	total: z.number().int().min(0),
});
export type ListingCursor = z.infer<typeof listing>;

/** Afterwards: what was told. */
const changes = z.object({
	since: historyId,
	/** Messages told of the next record, where it has more than fit into a page. */
	skip: z.number().int().min(0),
});
export type ChangesCursor = z.infer<typeof changes>;

export type Cursor = { listing: ListingCursor } | { changes: ChangesCursor };

const cursor = z.union([z.strictObject({ listing }), z.strictObject({ changes })]);

/** @throws CursorExpired for what is none */
export function readCursor(text: string): Cursor {
	try {
		return cursor.parse(JSON.parse(text));
	} catch {
		throw new CursorExpired("This is no place in a Gmail mailbox");
	}
}

export const writeCursor = (position: Cursor): string => JSON.stringify(position);
