import { z } from "zod";
import { CursorExpired } from "#server/mail/provider/errors.ts";

const cursorShape = z.object({
	/** Id of the file last read from; null before the first. */
	file: z.string().nullable(),
	member: z.number().int().nonnegative(),
	offset: z.number().int().nonnegative(),
	/** Sequence number of the last listed user change. */
	seq: z.number().int().nonnegative(),
	/** Messages of the file so far: keeps its limit across interruptions. */
	messages: z.number().int().nonnegative().default(0),
	/** Id of the last listed message that was added to the mailbox. */
	added: z.string().default(""),
});

/** Where the listing of an account continues. */
export type Cursor = z.infer<typeof cursorShape>;

export function writeCursor({ file, member, offset, seq, messages, added }: Cursor): string {
	return JSON.stringify({ file, member, offset, seq, messages, added });
}

/** @throws CursorExpired */
export function readCursor(text: string): Cursor {
	try {
		return cursorShape.parse(JSON.parse(text));
	} catch (error) {
		throw new CursorExpired("This cursor is not known; the mailbox is listed again", { cause: error });
	}
}
