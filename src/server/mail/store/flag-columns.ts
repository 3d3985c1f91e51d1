import { FLAG_NAMES, type Flag, type MessageFlags, mapFlags } from "#shared/mail/flags.ts";

/** Flags as columns of `emails`, of its published view, and of tables that record a message's state. */
export type FlagColumns = { [F in Flag as `is_${F}`]: boolean };

/** The names of the columns: `e.is_read, e.is_starred, …`. @param alias of the table, here `e` */
export function flagColumns(alias?: string, flags: readonly Flag[] = FLAG_NAMES): string {
	return flags.map((flag) => `${alias === undefined ? "" : `${alias}.`}is_${flag}`).join(", ");
}

/** The flags in the columns of a row. */
export function flagsOfRow(row: FlagColumns): Required<MessageFlags> {
	return mapFlags((flag) => row[`is_${flag}`]);
}
