import { z } from "zod";
import { defineContract } from "../contract.ts";

export const systemContract = defineContract({
	securityCheck: {
		method: "GET",
		path: "/api/v1/security-check",
		summary: "A sum to solve before signing in or up; send it back as x-security-check: token:answer, once",
		access: "public",
		reply: z.object({ token: z.string(), a: z.number(), b: z.number() }),
		problems: ["too-many-requests"],
	},
	health: {
		method: "GET",
		path: "/healthz",
		summary: "The process runs",
		access: "public",
		reply: z.object({ status: z.literal("ok"), version: z.string() }),
	},
	ready: {
		method: "GET",
		path: "/readyz",
		summary: "The database answers and the migrations are in; degraded while the disk is full and only reading works",
		access: "public",
		reply: z.object({
			status: z.enum(["ready", "degraded"]),
			/** Why the state is degraded, as text. */
			reason: z.string().nullable(),
			disk: z.object({ state: z.enum(["ok", "low", "full"]), freeBytes: z.number().nullable() }),
			/** Event subscribers that fail and are retried, or are parked until an operator retries them. */
			subscribers: z.object({ failing: z.number(), parked: z.number() }),
			/** Event loop delay over the last half minute to minute. */
			eventLoop: z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number(), blockedShare: z.number() }),
		}),
		problems: ["not-ready"],
	},
	metrics: {
		method: "GET",
		path: "/metrics",
		summary: "Prometheus text",
		access: "operator",
		raw: "text/plain",
	},
});
