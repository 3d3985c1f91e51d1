import { CATEGORIES } from "#shared/mail/categories.ts";

/** The group of suspicious and forged emails is one of its own: they are in no category's counts, lists and plans. */
export const SUSPICIOUS = "suspicious";

/** What lists and plans can be narrowed to. */
export const GROUPS = [...CATEGORIES, SUSPICIOUS] as const;
export type Group = (typeof GROUPS)[number];
