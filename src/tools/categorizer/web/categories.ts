import type { Tone } from "#web/ui/badge.tsx";
import type { CategorizedEmail, Counts } from "../contract.ts";

export type Category = CategorizedEmail["category"];

interface CategoryInfo {
	id: Category;
	/** Label on cards, badges and menus. */
	name: string;
	/** Field of its count in the summary. */
	count: keyof Counts;
	tone: Tone;
}

/** In the order of the cards. */
export const categories: readonly CategoryInfo[] = [
	{ id: "promotions", name: "Promotional", count: "promotional", tone: "amber" },
	{ id: "social", name: "Social", count: "social", tone: "blue" },
	{ id: "updates", name: "Updates", count: "updates", tone: "neutral" },
	{ id: "primary", name: "Primary", count: "primary", tone: "green" },
	{ id: "forums", name: "Forums", count: "forums", tone: "neutral" },
];

export function categoryInfo(id: Category): CategoryInfo {
	const found = categories.find((category) => category.id === id);
	if (found === undefined) throw new Error(`There is no category ${id}`);
	return found;
}
