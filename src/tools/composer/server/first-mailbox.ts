import { cursorAfter, cursorOf } from "#kernel/mail.ts";

/** Lists that show the rows of one mailbox before those of the others, each newest first. */

/** The mailbox whose rows come first. Absent: all rows in one order. */
export type FirstMailbox = string | undefined;

/** SQL: whether a row is not of the first mailbox. @param first a parameter such as `$4` */
export function isOther(column: string, first: string): string {
	return `(${first}::uuid is not null and ${column} is distinct from ${first}::uuid)`;
}

/** Where a page starts; null: at the beginning. @throws AppError 400 `bad-cursor` */
export function startOf(cursor: string | undefined): { isOther: boolean; date: string | null; id: string | null } {
	const [, group, position] = /^([01]):(.*)$/.exec(cursor ?? "") ?? [];
	const after = cursorOf(position ?? cursor);
	return { isOther: group === "1", date: after?.date ?? null, id: after?.id ?? null };
}

/** The cursor of the page after a row. */
export function cursorBehind(
	row: { mailboxId: string | null; date: Date; id: string } | undefined,
	first: FirstMailbox,
): string | null {
	if (row === undefined) return null;
	const group = first === undefined || row.mailboxId === first ? 0 : 1;
	return `${group}:${cursorAfter({ received_date: row.date, id: row.id })}`;
}
