import { z } from "zod";
import { defineContract } from "../contract.ts";

export const systemContract = defineContract({
	securityCheck: {
		method: "GET",
		path: "/api/v1/security-check",
		summary: "Get a single-use challenge for sign-in and sign-up; send the answer as x-security-check: token:answer",
		access: "public",
		reply: z.object({ token: z.string(), a: z.number(), b: z.number() }),
		problems: ["too-many-requests"],
	},
	health: {
		method: "GET",
		path: "/healthz",
		summary: "Liveness check",
		access: "public",
		reply: z.object({ status: z.literal("ok"), version: z.string() }),
	},
	ready: {
		method: "GET",
		path: "/readyz",
		summary: "Readiness check: database and migrations; degraded while a full disk allows only reads",
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
		summary: "Prometheus metrics",
		access: "operator",
		raw: "text/plain",
	},
});
