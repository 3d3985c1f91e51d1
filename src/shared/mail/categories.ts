/** Categories of mail. Models, learned weights and choice lists depend on this order. */
export const CATEGORIES = ["promotions", "social", "updates", "forums", "primary"] as const;

export type Category = (typeof CATEGORIES)[number];
