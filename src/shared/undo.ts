/** How long a change of mail can be undone, also as an SQL interval. */
export const UNDOABLE = "90 days";
