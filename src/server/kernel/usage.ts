/**
 * What users have used: counters per user, within the limits of their plan.
 */

/** Counting within the limit of a plan, all or as much as is left; returning what was not used; what is left. */
export { countUsage, countUsageUpTo, requireUsageLeft, returnUsage, usageLeft } from "../platform/usage/limits.ts";
/** A user's counters. */
export { readUsageStats } from "../platform/usage/usage.ts";
