/** Categories of mail. Models, learned weights and choice lists depend on this order. */
export const CATEGORIES = ["promotions", "social", "updates", "forums", "primary"] as const;

export type Category = (typeof CATEGORIES)[number];

/** As screens show them. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
	promotions: "Promotional",
	social: "Social",
	updates: "Updates",
	forums: "Forums",
	primary: "Primary",
};
