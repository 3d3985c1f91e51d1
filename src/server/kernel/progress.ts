/**
 * Proof that loops that run until nothing is left come to an end.
 */

/** Throws `NoProgress` at a position where the loop was before. */
export { requireProgress } from "../progress.ts";
