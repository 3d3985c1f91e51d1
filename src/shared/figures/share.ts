/**
 * A part of a whole, in percent from 0 to 100.
 * @returns null: the whole is empty, or does not contain the part, so that there is no share to show
 */
export function percentOf(part: number, whole: number): number | null {
	return whole <= 0 || part < 0 || part > whole ? null : (100 * part) / whole;
}
