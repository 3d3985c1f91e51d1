import { z } from "zod";
import { defineContract } from "../contract.ts";
import { job } from "./jobs.ts";
import { batch } from "./work.ts";

/** Events the server pushes to an open browser. Small on purpose: the browser refetches what it needs. */
export const serverEvent = z.discriminatedUnion("type", [
	z.object({ type: z.literal("job"), job }),
	z.object({ type: z.literal("batch"), batch }),
	/** Messages were added, removed or changed. */
	z.object({ type: z.literal("mail"), accountId: z.uuid() }),
	/** An account was added, removed or changed state. */
	z.object({ type: z.literal("accounts") }),
	z.object({ type: z.literal("operations") }),
	/** An event of a stream that is declared for browsers. */
	z.object({ type: z.literal("stream"), stream: z.string(), payload: z.unknown() }),
	/** A webhook was changed, or a delivery was attempted. */
	z.object({ type: z.literal("webhooks") }),
	/** One of the user's sessions has ended, possibly the current one. */
	z.object({ type: z.literal("sessions") }),
]);
export type ServerEvent = z.infer<typeof serverEvent>;

export const eventsContract = defineContract({
	streamEvents: {
		method: "GET",
		path: "/api/v1/events",
		summary: "Stream changes of jobs, mail, accounts and operations as server-sent events",
		raw: "text/event-stream",
	},
});
