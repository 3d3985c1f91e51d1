import { editDistance } from "#shared/mail/edit-distance.ts";
import { skeletonOf } from "./skeleton.ts";

/**
 * Whether one name is easily read as another: letters of the same look, or one letter added, left out, another, or swapped with the next.
 * Names next door differ in their first letter, and those of a series in a digit: they are not.
 * @param least characters from which on one wrong letter is a slip or a trick
 */
export function readsLike(a: string, b: string, least: number): boolean {
	if (skeletonOf(a) === skeletonOf(b)) return true;
	if (Math.min(a.length, b.length) < least || a[0] !== b[0]) return false;
	return a.replace(/\d/g, "") !== b.replace(/\d/g, "") && editDistance(a, b, 1) <= 1;
}
