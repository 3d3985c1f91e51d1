/** Old promotions (`shared/search/old-promotions.ts`) in any folder, as SQL over `e`. @param before SQL of a timestamp */
export function isOldPromotion(before: string): string {
	return `not e.is_starred and e.category = 'promotions' and e.received_date < ${before}`;
}
