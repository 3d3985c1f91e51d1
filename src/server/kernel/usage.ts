/**
 * What users have used: counters per user.
 */

/** Adds to a user's counters, and reads them. */
export { readUsageStats, updateUsageStats } from "../platform/usage/usage.ts";
