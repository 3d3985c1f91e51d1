export const CATEGORIES = ["promotions", "social", "updates", "forums", "primary"] as const;

export type Category = (typeof CATEGORIES)[number];
