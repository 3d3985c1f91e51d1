import { z } from "zod";
import { badCursor } from "./errors.ts";

/** Key of a list that is ordered by a time (ISO 8601 in UTC) and, where that is the same, by an id. */
export const timeKey = z.tuple([z.iso.datetime(), z.uuid()]);

/** The sort key of a page's last row as a cursor, which `readCursor` reads. */
function writeCursor(key: readonly unknown[]): string {
	return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/**
 * The sort key after which a page begins; null: it is the first one.
 * @param shape of the key, strict enough for SQL to accept its values
 * @throws AppError 400 `bad-cursor`
 */
export function readCursor<T>(cursor: string | undefined, shape: z.ZodType<T>): T | null {
	if (cursor === undefined) return null;
	try {
		return shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
	} catch {
		throw badCursor();
	}
}

/** A page of a list that is ordered by a key. */
export interface KeyPage<Item> {
	items: Item[];
	/** Of all pages. */
	total: number;
	nextCursor: string | null;
}

/** @param rows one more than the limit if there is another page @returns those of the page, and the cursor after them */
export function cutPage<Row>(
	rows: readonly Row[],
	limit: number,
	keyOf: (row: Row) => readonly unknown[],
): { page: Row[]; nextCursor: string | null } {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return { page, nextCursor: rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null };
}
