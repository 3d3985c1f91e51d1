import { z } from "zod";

/** How often a list is validated again. */
export const monitorIntervals = ["day", "week", "month"] as const;
export const monitorInterval = z.enum(monitorIntervals);
export type MonitorInterval = z.infer<typeof monitorInterval>;

/** Addresses of a monitored list. */
export const MAX_MONITORED = 100_000;

/** A list whose addresses are validated again on a schedule. */
export const monitoredList = z.object({
	id: z.uuid(),
	name: z.string(),
	every: monitorInterval,
	/** Addresses. */
	total: z.number(),
	/** Addresses by their last verdict; those without one yet are left out. */
	outcomes: z.record(z.string(), z.number()),
	/** Changes of verdicts in the last 30 days. */
	changes: z.number(),
	/** A check is in progress: how many addresses it has validated. Null: none is. */
	checked: z.number().nullable(),
	/** When the last check ended; null: none did. */
	checkedAt: z.string().nullable(),
	/** Why the last check stopped before its end; null: it did not. */
	error: z.string().nullable(),
	createdAt: z.string(),
});
export type MonitoredList = z.infer<typeof monitoredList>;
