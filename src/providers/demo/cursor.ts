import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

const cursorShape = z.object({
	/** The generated mailbox that the cursor belongs to. */
	edition: z.number().int(),
	/** Number of generated messages listed. */
	at: z.number().int().nonnegative(),
	/** Id of the last listed message that the user added. */
	own: z.string(),
	/** Sequence number of the last listed user change. */
	seq: z.number().int().nonnegative(),
});

export type Cursor = z.infer<typeof cursorShape>;

export function writeCursor({ edition, at, own, seq }: Cursor): string {
	return JSON.stringify({ edition, at, own, seq });
}

/** @throws CursorExpired when the mailbox was generated again */
export function readCursor(text: string, edition: number): Cursor {
	let cursor: Cursor;
	try {
		cursor = cursorShape.parse(JSON.parse(text));
	} catch (error) {
		throw new CursorExpired("This cursor is not known; the mailbox is listed again", { cause: error });
	}
	if (cursor.edition !== edition) throw new CursorExpired("The demo mailbox was created again: it is listed again");
	return cursor;
}

/** The mailbox that a cursor belongs to. */
export function editionOf(cursor: string): number {
	return cursorShape.parse(JSON.parse(cursor)).edition;
}
