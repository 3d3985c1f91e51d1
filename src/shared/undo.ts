/** How long a change of mail can be undone. */
export const UNDOABLE_DAYS = 90;
/** The same in words, and as an SQL interval. */
export const UNDOABLE = `${UNDOABLE_DAYS} days`;
