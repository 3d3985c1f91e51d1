import { CATEGORY_NAMES } from "#shared/mail/categories.ts";
import type { Tone } from "#web/ui/base/badge.tsx";
import type { CategorizedEmail, Counts } from "../../contract.ts";
import { type Group, SUSPICIOUS } from "../../groups.ts";
import { t } from "./text.ts";

export type Category = CategorizedEmail["category"];

interface CategoryInfo {
	id: Category;
	/** Label on cards, badges and menus. */
	name: string;
	/** Field of its count in the summary. */
	count: keyof Counts;
	tone: Tone;
}

const order: readonly Omit<CategoryInfo, "name">[] = [
	{ id: "promotions", count: "promotional", tone: "amber" },
	{ id: "social", count: "social", tone: "blue" },
	{ id: "updates", count: "updates", tone: "neutral" },
	{ id: "primary", count: "primary", tone: "green" },
	{ id: "forums", count: "forums", tone: "neutral" },
];

/** In the order of the cards. */
export const categories: readonly CategoryInfo[] = order.map((info) => ({ ...info, name: CATEGORY_NAMES[info.id] }));

/** Name of what the list is narrowed to; null: all categories. */
export function groupName(group: Group | null): string {
	if (group === null) return t.list.allCategories;
	return group === SUSPICIOUS ? t.list.suspicious : categoryInfo(group).name;
}

/** Emails of all categories. */
export function sumOf(counts: Counts): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function categoryInfo(id: Category): CategoryInfo {
	const found = categories.find((category) => category.id === id);
	if (found === undefined) throw new Error(`There is no category ${id}`);
	return found;
}
