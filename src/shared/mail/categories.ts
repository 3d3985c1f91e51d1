/** What mail is sorted into. Models, learned weights and lists of choices go by this order. */
export const CATEGORIES = ["promotions", "social", "updates", "forums", "primary"] as const;

export type Category = (typeof CATEGORIES)[number];
